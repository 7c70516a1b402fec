import { describe, expect, it } from "vitest";
import { classifyAnswer } from "@/lib/delivery/suppliers/protocol/classify-answer";
import type { RawAnswer } from "@/lib/delivery/suppliers/protocol/post-form";
import type { AddOutcome, CallOutcome } from "@/lib/delivery/suppliers/protocol/provider";
import { readBalance, readServices } from "@/lib/delivery/suppliers/protocol/read-account";
import { readBatch } from "@/lib/delivery/suppliers/protocol/read-batch";
import { readJson } from "@/lib/delivery/suppliers/protocol/read-json";
import {
  readCancelAnswer,
  readRefillAnswer,
  readRefillStatuses,
} from "@/lib/delivery/suppliers/protocol/read-refill";
import type { StatusReport } from "@/lib/delivery/suppliers/protocol/read-status";
import { addAnswers } from "./add";
import { balanceAnswers } from "./balance";
import { cancelAnswers } from "./cancel";
import { batchAnswers } from "./multi-status";
import { refillAnswers, refillWords } from "./refill";
import { serviceAnswers } from "./services";
import { statusAnswers } from "./status";

const raw = (httpStatus: number, body: string): RawAnswer => ({
  kind: "answered",
  httpStatus,
  body,
  cut: null,
  retryAfterSeconds: null,
});
const json = (httpStatus: number, body: string) => readJson(raw(httpStatus, body));

const words = (...parts: (string | number | false | null | undefined)[]) =>
  parts.filter((part) => part !== false && part !== null && part !== undefined && part !== "").join(" ");

function meaningOfAdd(outcome: AddOutcome): string {
  if (outcome.kind === "accepted") return `accepted ${outcome.providerOrderId}`;
  if (outcome.kind === "unknown") return "unclear";
  const { min, max } = outcome.limits ?? {};
  return words("refused", outcome.code, min && `min ${min}`, max && `max ${max}`);
}

function meaningOfReport(report: StatusReport | undefined): string {
  if (!report) return "no answer";
  if (report.kind === "known") {
    const { state, remains, charge, currency } = report;
    return words(state, remains, charge && `charge ${charge}`, currency);
  }
  return report.reason === "unknown_word" ? `unknown word ${report.word}` : "not known";
}

function meaningOfCall(outcome: CallOutcome<{ refillId?: string }>): string {
  if (outcome.kind === "accepted") return outcome.refillId ? `accepted ${outcome.refillId}` : "noted";
  if (outcome.kind === "unknown") return "unclear";
  return outcome.isTemporary ? "refused for now" : "refused";
}

it("has at least 250 answers", () => {
  const all = [addAnswers, statusAnswers, batchAnswers, refillAnswers, cancelAnswers, balanceAnswers];
  expect(all.flat().length + serviceAnswers.length).toBeGreaterThanOrEqual(250);
});

describe("an answer to add", () => {
  it.each(addAnswers)("(%s, HTTP %i) %s means %s", (_, httpStatus, body, meaning) => {
    expect(meaningOfAdd(classifyAnswer(raw(httpStatus, body)))).toBe(meaning);
  });
});

describe("an answer about one order", () => {
  it.each(statusAnswers)("(%s, HTTP %i) %s means %s", (_, httpStatus, body, meaning) => {
    const answer = readBatch(json(httpStatus, body), ["7"]);
    expect(answer.ok ? meaningOfReport(answer.reports.get("7")) : "no answer").toBe(meaning);
  });
});

describe("an answer about several orders", () => {
  it.each(batchAnswers)("(%s, HTTP %i) %s means %s", (_, httpStatus, body, meaning) => {
    const answer = readBatch(json(httpStatus, body), ["7", "8", "9"]);
    const found = answer.ok
      ? [...answer.reports].map(([id, report]) =>
          words(
            id,
            report.kind === "known"
              ? report.state
              : report.reason === "unknown_word"
                ? "unclear"
                : "not known",
          ),
        )
      : [];
    const silence = answer.ok
      ? "nothing known"
      : answer.isRefused
        ? "refused"
        : words("away", answer.isHeard && "but heard").replace(" ", ", ");
    expect(found.toSorted().join(", ") || silence).toBe(meaning);
  });
});

describe("an answer to refill", () => {
  it.each(refillAnswers)("(%s, HTTP %i) %s means %s", (_, httpStatus, body, meaning) => {
    expect(meaningOfCall(readRefillAnswer(json(httpStatus, body)))).toBe(meaning);
  });

  it.each(refillWords)("that says %s later is %s", (word, state) => {
    expect(readRefillStatuses({ status: word }, ["5"]).get("5")?.state ?? null).toBe(state);
    expect(readRefillStatuses([{ refill: 5, status: word }], ["5"]).get("5")?.state ?? null).toBe(state);
  });
});

describe("an answer to cancel", () => {
  it.each(cancelAnswers)("(%s, HTTP %i) %s means %s", (_, httpStatus, body, meaning) => {
    expect(meaningOfCall(readCancelAnswer(json(httpStatus, body)))).toBe(meaning);
  });
});

describe("an answer to balance", () => {
  it.each(balanceAnswers)("(%s, HTTP %i) %s means %s", (_, httpStatus, body, meaning) => {
    const answer = readBalance(json(httpStatus, body));
    const found = answer.ok
      ? `${answer.balance} ${answer.currency}${answer.notation ? `, ${answer.notation}` : ""}`
      : answer.reason;
    expect(found).toBe(meaning);
  });
});

describe("an answer to services", () => {
  it.each(serviceAnswers)("(%s, HTTP %i) %s means %s", (_, httpStatus, body, meaning) => {
    const answer = readServices(json(httpStatus, body));
    if (!answer.ok) return expect(answer.reason).toContain(meaning);
    const [service] = answer.services;
    const found = service
      ? words(
          service.externalId,
          service.name,
          service.ratePer1000,
          `${service.minQuantity}-${service.maxQuantity}`,
          service.canRefill && "refill",
          service.canCancel && "cancel",
        )
      : `${answer.unreadable} left out`;
    expect(`${found}${answer.notation ? `, ${answer.notation}` : ""}`).toBe(meaning);
  });
});
