import { expect, it } from "vitest";
import { splitAtLinks } from "@/lib/base/text/links";

it.each([
  ["See https://shop.example/track.", ["See ", "<https://shop.example/track>", "."]],
  ["(https://a.example/x?y=1&z=2)", ["(", "<https://a.example/x?y=1&z=2>", ")"]],
  ["https://a.example", ["<https://a.example>"]],
  ["javascript:alert(1) www.a.example", ["javascript:alert(1) www.a.example"]],
  ["https://", ["https://"]],
  ["", []],
])("a text %j has links where it has addresses", (text, parts) => {
  expect(splitAtLinks(text).map((part) => (part.url ? `<${part.url}>` : part.text))).toEqual(parts);
});
