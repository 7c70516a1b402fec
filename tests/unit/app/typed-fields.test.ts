import { describe, expect, it } from "vitest";
import { typedFields } from "@/app/_server/run-action";
import { sources, textOf } from "../architecture/wings";

const formOf = (fields: Record<string, string | File>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};

describe("the fields of a form that is shown again", () => {
  it("contain what the visitor typed, unchanged", () => {
    const written = { email: "a@b", message: " Where is it?\n", orderReference: "ab12", name: "Mara" };
    expect(typedFields(formOf(written))).toEqual(written);
  });

  it("contain every field that a form fills again", () => {
    const filled = sources
      .filter((file) => file.endsWith(".tsx"))
      .flatMap((file) => [...textOf(file).matchAll(/\btyped\.(\w+)\b(?!\()/g)].map(([, name]) => name ?? ""));
    const written = Object.fromEntries(filled.map((name) => [name, "x"]));
    expect(filled).toContain("message");
    expect(typedFields(formOf(written))).toEqual(written);
  });

  it.each(["password", "newPassword", "repeated", "code", "token", "apiKey", "anything"])(
    "never contain the field %s",
    (name) => {
      expect(typedFields(formOf({ [name]: "secret", email: "a@example.com" }))).toEqual({
        email: "a@example.com",
      });
    },
  );

  it("contain no file and no empty field", () => {
    expect(typedFields(formOf({ message: new File(["x"], "x.txt"), email: "" }))).toEqual({});
  });
});
