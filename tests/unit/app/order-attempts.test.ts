import { describe, expect, it } from "vitest";
import { createOrderAttempts, keyLifeMs } from "@/components/purchase/order-attempts";
import { createSafeStorage } from "@/lib/base/safe-storage";

const subject = { platform: "instagram", service: "followers" } as const;
const body = '{"username":"ocean.photos"}';

function setUp() {
  const storage = createSafeStorage(() => null);
  const clock = { now: 1_000_000 };
  let made = 0;
  const open = () =>
    createOrderAttempts(
      storage,
      () => clock.now,
      () => `key-${++made}`,
    );
  return { open, attempts: open(), clock, storage };
}

describe("the key of an order attempt", () => {
  it("is the same for the same body, in another tab too", () => {
    const { open } = setUp();
    expect(open().keyFor(body, subject)).toBe("key-1");
    expect(open().keyFor(body, subject)).toBe("key-1");
  });

  it("differs for a body that differs by a letter", () => {
    const { attempts } = setUp();
    expect(attempts.keyFor(body, subject)).not.toBe(attempts.keyFor(`${body} `, subject));
  });

  it("is renewed after 40 minutes", () => {
    const { open, clock } = setUp();
    open().keyFor(body, subject);
    clock.now += keyLifeMs - 1;
    expect(open().keyFor(body, subject)).toBe("key-1");
    clock.now += 1;
    expect(open().keyFor(body, subject)).toBe("key-2");
  });

  it.each([
    ["session", { sessionId: "cs_test_1" }],
    ["order page", { orderUrl: "/order/token-1" }],
  ])("is dropped when its order is seen paid by %s", (_, paid) => {
    const { attempts } = setUp();
    const key = attempts.keyFor(body, subject);
    attempts.answered(body, { orderUrl: "/order/token-1", payUrl: "https://pay.test/c/pay/cs_test_1" });
    expect(attempts.finish(paid)).toMatchObject({ key, platform: "instagram", service: "followers" });
    expect(attempts.keyFor(body, subject)).not.toBe(key);
  });

  it("stays when another order is seen paid", () => {
    const { attempts } = setUp();
    attempts.keyFor(body, subject);
    attempts.answered(body, { orderUrl: "/order/token-1", payUrl: "https://pay.test/c/pay/cs_test_1" });
    expect(attempts.finish({ sessionId: "cs_test_2", orderUrl: "/order/token-2" })).toBeNull();
    expect(attempts.finish({ sessionId: "", orderUrl: null })).toBeNull();
    expect(attempts.keyFor(body, subject)).toBe("key-1");
  });

  it("is new after it was forgotten", () => {
    const { attempts } = setUp();
    attempts.keyFor(body, subject);
    attempts.forget(body);
    expect(attempts.keyFor(body, subject)).toBe("key-2");
  });

  it("is stored without any content of the body", () => {
    const { open, storage } = setUp();
    open().keyFor('{"email":"someone@example.com"}', subject);
    expect(storage.read("purchase:attempts")).not.toContain("someone");
  });

  it.each(["{", "[]", '{"a":{"key":1}}', '{"a":{"key":"k","createdAt":1000000,"platform":"x"}}'])(
    "is not read from the stored text '%s'",
    (text) => {
      const { open, storage } = setUp();
      storage.write("purchase:attempts", text);
      expect(open().newest()).toBeNull();
    },
  );
});

it("the newest attempt is the latest one of the last 24 hours", () => {
  const { attempts, clock } = setUp();
  attempts.keyFor("first", subject);
  clock.now += 1_000;
  attempts.keyFor("second", { platform: "tiktok", service: "likes" });
  expect(attempts.newest()).toMatchObject({ platform: "tiktok", service: "likes" });
  clock.now += 25 * 3_600_000;
  expect(attempts.newest()).toBeNull();
});
