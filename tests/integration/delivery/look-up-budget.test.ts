import { describe, expect, it } from "vitest";
import { getConnection } from "@/lib/base/db/client";
import { consumeForAddress } from "@/lib/base/rate-limit/consume-rate-limit";
import { limits } from "@/lib/base/rate-limit/limits";
import { lookupProfile } from "@/lib/delivery/social/lookup-profile";
import { spendCheckoutLookUp, spendLookUp } from "@/lib/delivery/social/social-deps";
import { useDatabase } from "../../support/database";
import { useOwnProcess } from "../../support/own-process";
import { useSocial } from "../../support/social";

const { database } = useDatabase();
useOwnProcess(database);
const social = useSocial(database);

describe("the budget of look-ups", () => {
  it("is one for all visitors, costs nothing for cached answers, and leaves that of orders alone", async () => {
    const deps = { ...social.process(), spend: spendLookUp };
    await lookupProfile(deps, "instagram", "demo_many");
    for (let nth = 1; nth < limits.lookUps.points; nth++) await spendLookUp();
    await lookupProfile(deps, "instagram", "demo_many");
    const asked = (await social.calls()).length;
    await expect(lookupProfile(deps, "instagram", "made.up.name")).rejects.toMatchObject({
      code: "lookup_unavailable",
    });
    expect(await social.calls()).toHaveLength(asked);
    await lookupProfile({ ...deps, spend: spendCheckoutLookUp }, "instagram", "made.up.name");
    expect((await social.calls()).length).toBeGreaterThan(asked);
  });
});

it("a limit that protects money counts a /48 too, four times as much as a /64", async () => {
  const { pool } = getConnection();
  const { points } = limits.profileLookup;
  const call = (subnet: number, host: number) =>
    consumeForAddress(pool, "profileLookup", `2001:db8:7:${subnet.toString(16)}::${host.toString(16)}`);
  for (let subnet = 0; subnet < 4 * points; subnet++) await call(subnet, 1);
  await expect(call(4 * points, 1)).rejects.toMatchObject({ code: "rate_limited" });
  await consumeForAddress(pool, "profileLookup", "2001:db8:8::1");
});
