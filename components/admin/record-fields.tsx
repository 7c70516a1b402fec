import { textOfCents } from "@/lib/base/money";
import { ActionInput, ActionSelect, CheckBox } from "./action-form";

type InputProps = React.ComponentProps<typeof ActionInput>;

export type RecordField<Name extends string> = Omit<InputProps, "name"> & {
  name: Name;
  /** A box to tick; or a whole number, or an amount that is stored in cents, which are both required. */
  kind?: "checkbox" | "number" | "dollars";
  options?: React.ComponentProps<typeof ActionSelect>["options"];
};

type RecordFieldsProps<Name extends string> = {
  record: Record<Name, unknown>;
  fields: RecordField<Name>[];
  /** Stacks the fields; otherwise there are two in a row where there is room. */
  isStacked?: boolean | undefined;
};

/** The fields of an ActionForm that change a record, with its values. */
export function RecordFields<Name extends string>({ record, fields, isStacked }: RecordFieldsProps<Name>) {
  const inputs = fields.map(({ kind, options, ...field }) => {
    const { name, label, hint } = field;
    if (kind === "checkbox")
      return <CheckBox key={name} {...{ name, label, hint }} isOn={Boolean(record[name])} />;
    const text = kind === "dollars" ? textOfCents(Number(record[name])) : String(record[name]);
    const defaultValue = field.defaultValue ?? text;
    if (options) {
      return (
        <ActionSelect
          key={name}
          name={name}
          label={label}
          hint={hint}
          defaultValue={defaultValue}
          options={options}
        />
      );
    }
    const inputMode = kind && (kind === "dollars" ? "decimal" : "numeric");
    return (
      <ActionInput
        key={name}
        inputMode={inputMode}
        required={Boolean(kind)}
        {...field}
        defaultValue={defaultValue}
      />
    );
  });
  return isStacked ? inputs : <div className="grid gap-4 sm:grid-cols-2">{inputs}</div>;
}
