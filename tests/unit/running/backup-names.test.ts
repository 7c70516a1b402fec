import { expect, it } from "vitest";
import { isOwnName, nameBackup, outdated } from "@/lib/running/backups/backup-names";

const key = "5f0c1b7e9a3d42688be1f0477c2d9a6e";
const otherKey = "e1d7703fa5b84c0992667be3d15f8a24";
const own = (hour: number, by = key) => nameBackup(by, `2026-11-28T0${hour}:00:00.000Z`);
const ofRelease1 = (hour: number) => `2026-11-28T0${hour}-00-00.000Z.backup`;

it("a backup's name is made by a key of BACKUP_KEY, for its time alone", () => {
  expect(own(1)).toMatch(/^2026-11-28T01-00-00\.000Z-\d{20}\.backup$/);
  expect(isOwnName(`${otherKey},${key}`, own(1))).toBe(true);
  expect(isOwnName(otherKey, own(1))).toBe(false);
  expect(isOwnName(key, own(1).replace("T01", "T02"))).toBe(false);
  expect(isOwnName(key, ofRelease1(1))).toBe(false);
});

it.each([
  ["fewer than are kept", [own(1), own(2)], []],
  ["as many as are kept", [own(1), own(2), own(3)], []],
  ["one more", [own(4), own(2), own(1), own(3)], [own(1)]],
  ["names without the key, and later dates", [own(1), own(2), ofRelease1(3), own(4, otherKey)], []],
  [
    "release 1.0.0's names, older than what is kept",
    [ofRelease1(1), own(2), own(3), own(4)],
    [ofRelease1(1)],
  ],
  ["release 1.0.0's names, and too few others", [ofRelease1(1), ofRelease1(2), own(3), own(4)], []],
])("of %s, only those older than the newest three are deleted", (_case, names, deleted) => {
  expect(outdated(key, 3, names)).toEqual(deleted);
});
