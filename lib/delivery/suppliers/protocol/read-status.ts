import { storable } from "@/lib/base/text/storable-text";
import { foldText } from "./known-refusals";
import { fieldsOf } from "./read-json";
import { type Notation, readCount, readCurrency, readDecimal } from "./read-number";
import { errorTexts } from "./read-refusal";

/**
 * The state that a supplier reports. failed: it could not carry out the order, mostly because of a bad link; an
 * operator decides.
 */
export type ReportedState = "submitted" | "in_progress" | "completed" | "partial" | "canceled" | "failed";

/**
 * One entry of a status answer; missing, impossible and ambiguous numbers are null. unclear proves nothing, and the
 * order is polled again.
 */
export type StatusReport =
  | {
      kind: "known";
      state: ReportedState;
      /** The supplier's own word. */
      word: string;
      remains: number | null;
      /** The public counter when the order began; suppliers write 0 when they don't know. */
      startCount: number | null;
      /** Decimal text in `currency`. */
      charge: string | null;
      currency: string | null;
      /** The supplier's text for the charge, where that is no decimal number. */
      unreadableCharge?: string;
    }
  | { kind: "unclear"; reason: "refused" | "unreadable" | "unknown_word"; word: string };

// The whole word, without accents, spaces, hyphens and underscores.
const words: [ReportedState, RegExp][] = [
  [
    "submitted",
    /^(?:pending|awaiting|waiting|new|created|accepted|submitted|queued?|inqueue|onqueue|scheduled|onhold|hold|holding|paused|bekliyor|beklemede|sirada|pendente|pendiente|aguardando|nafila|enespera|encola|ожидание|ожидает|вочереди|новыи|menunggu|antrian|enattente)$/,
  ],
  [
    "in_progress",
    /^(?:processing|progress|inprogress|inprocess|active|running|started|delivering|devamediyor|islemde|isleniyor|yukleniyor|processando|emandamento|emprogresso|enprogreso|enproceso|procesando|впроцессе|вработе|выполняется|обрабатывается|вобработке|proses|diproses|sedangdiproses|prosesing|encours)$/,
  ],
  [
    "completed",
    /^(?:completed?|finished|done|delivered|fulfilled|tamamlandi|concluido|completado|finalizado|выполнено?|завершено?|готово|selesai|termine)$/,
  ],
  [
    "partial",
    /^(?:partial(?:ly)?(?:completed?|delivered|refunded|done|canceled|cancelled)?|kismi|kismentamamlandi|parcial(?:mente)?(?:concluido)?|частично(?:выполнено?)?|выполнено?частично|sebagian|partiel)$/,
  ],
  [
    "canceled",
    /^(?:cancell?(?:ed|lation)?(?:by(?:the)?(?:user|customer|client|admin|system|provider|supplier|panel))?(?:andrefunded|refunded)?|refund(?:ed|s)?|reversed|iptal(?:edildi)?|geriodendi|iadeedildi|cancelad[oa]|reembolsad[oa]|отмененo?а?|отменено|возврат|dibatalkan|batal|annule)$/,
  ],
  [
    "failed",
    /^(?:error|fail(?:ed|ure)?|rejected|declined|hata|basarisiz|falhou|fallido|ошибка|gagal|echec)$/,
  ],
];

const maxWordLength = 60;

/**
 * Reads one entry as panels write it: numbers as strings in the supplier's `notation`, `remains: "Unknown"`, words in
 * any case and spelling, an error in place of a status. Pure; never throws.
 */
export function readStatus(entry: unknown, notation: Notation | null = null): StatusReport {
  const fields = fieldsOf(entry);
  if (!fields) return unclear("unreadable", entry);
  const { status } = fields;
  if (typeof status === "number") return unclear("unknown_word", String(status));
  if (typeof status !== "string") {
    const [error] = errorTexts(fields, 0);
    return error ? unclear("refused", error) : unclear("unreadable", status);
  }
  const remains = readCount(fields.remains, notation);
  const state = stateOf(status, remains !== null);
  if (!state) return unclear("unknown_word", status);
  const startCount = readCount(fields.start_count ?? fields.start_counter, notation);
  const charge = readDecimal(fields.charge, notation);
  const written = typeof fields.charge === "string" ? fields.charge : (JSON.stringify(fields.charge) ?? "");
  // A word such as "Unknown" names no charge.
  const isUnreadable = charge === null && /\d/.test(written);
  return {
    kind: "known",
    state,
    word: storable(status, maxWordLength),
    remains,
    startCount: startCount === 0 ? null : startCount,
    charge: charge?.startsWith("-") ? null : charge,
    currency: readCurrency(fields.currency, fields.charge),
    ...(isUnreadable && { unreadableCharge: storable(written, maxWordLength) }),
  };
}

/** "Success" alone may be the call's; beside what remains it is the order's. */
function stateOf(status: string, hasRemains: boolean): ReportedState | undefined {
  const word = foldText(status).replace(/[\s_.()-]+/g, "");
  if (/^success(?:ful)?$/.test(word)) return hasRemains ? "completed" : undefined;
  return words.find(([, pattern]) => pattern.test(word))?.[0];
}

function unclear(reason: "refused" | "unreadable" | "unknown_word", word: unknown): StatusReport {
  return { kind: "unclear", reason, word: typeof word === "string" ? storable(word, maxWordLength) : "" };
}
