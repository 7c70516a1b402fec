import { expect, it } from "vitest";
import { textOfCents } from "@/lib/base/money";
import { settingsByName } from "@/lib/shop/settings/declared-settings";
import { defaultSettings, parseSettings } from "@/lib/shop/settings/site-settings";

const fields = settingsByName.flatMap(([name, setting]) => (setting.form ? [{ name, ...setting }] : []));

it.each(fields)(
  "the field of $name saves the default that it shows, as it is read again",
  ({ name, ...setting }) => {
    const value = defaultSettings[name];
    const shown = {
      checkbox: value ? "on" : undefined,
      dollars: textOfCents(Number(value)),
      number: String(value),
      text: String(value),
    }[setting.field.kind ?? "text"];
    const saved = setting.typed.parse(shown);
    expect(saved).toBe(value);
    expect(parseSettings({ [name]: saved })).toEqual(defaultSettings);
  },
);

it.each(fields.filter(({ field }) => field.options))(
  "$name offers each of its values once",
  ({ field, typed }) => {
    const values = field.options?.map(([value]) => value) ?? [];
    expect(new Set(values).size).toBe(values.length);
    expect(values.filter((value) => !typed.safeParse(value).success)).toEqual([]);
  },
);
