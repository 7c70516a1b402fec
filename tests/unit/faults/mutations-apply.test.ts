import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { delivery } from "../../mutations/delivery";
import { lyingState } from "../../mutations/lying-state";
import { moneyIn } from "../../mutations/money-in";
import { moneyOut } from "../../mutations/money-out";

it.each([...moneyIn, ...moneyOut, ...delivery, ...lyingState])(
  "the text that the mutation '$name' replaces occurs once in $file",
  ({ file, find }) => {
    const found = readFileSync(file, "utf8").split(find).length - 1;
    const advice =
      found === 0 ? "the code has outgrown it" : "make its find longer: it now occurs elsewhere too";
    expect(found, advice).toBe(1);
  },
);

it.each([...moneyIn, ...moneyOut, ...delivery, ...lyingState])(
  "the tests that must notice '$name' exist",
  ({ tests }) => expect(tests.filter((file) => !existsSync(file))).toEqual([]),
);
