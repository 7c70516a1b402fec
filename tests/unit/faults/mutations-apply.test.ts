import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { delivery } from "../../mutations/delivery";
import { lyingState } from "../../mutations/lying-state";
import { moneyIn } from "../../mutations/money-in";
import { moneyOut } from "../../mutations/money-out";

it.each([...moneyIn, ...moneyOut, ...delivery, ...lyingState])(
  "the text that the mutation '$name' replaces occurs once in $file",
  ({ file, find }) => {
    expect(readFileSync(file, "utf8").split(find)).toHaveLength(2);
  },
);
