import { AllowedDialog } from "@/app/admin/allowed-action";
import { ActionField, ActionInput, ActionSelect } from "@/components/admin/action-form";
import { AdminSection } from "@/components/admin/admin-section";
import { FactList } from "@/components/admin/fact-list";
import { Textarea } from "@/components/ui/textarea";
import type { PlatformEntry } from "@/lib/shop/catalog/document";
import { linkRulesOf } from "@/lib/shop/catalog/links";
import { missingKinds } from "@/lib/shop/catalog/new-entries";
import { createLinksAction, removeLinksAction, saveSlotAction, updateLinksAction } from "../../actions";
import { TryLink } from "./try-link";

type LinksProps = { platform: PlatformEntry; edits: string };

/** The links that the shop takes for a platform. */
export function PlatformLinks({ platform, edits }: LinksProps) {
  const { slug, label, linkForms, services, slots } = platform;
  const missing = missingKinds(platform);
  return (
    <AdminSection
      title="Links"
      anchor="links"
      detail="Which addresses people may paste, and which one is stored and sent to suppliers."
      actions={
        missing.length > 0 ? (
          <AllowedDialog
            label="Add a kind"
            title="New kind of links"
            detail="It begins with an example, which you then replace by the platform's own links."
            action={createLinksAction}
            submitLabel="Add to the draft"
            hasReason={false}
            hidden={{ platform: slug, edits }}
          >
            <ActionSelect
              name="target"
              label="What they lead to"
              options={missing.map((kind) => [kind, `A ${kind}`])}
            />
          </AllowedDialog>
        ) : null
      }
    >
      <TryLink rules={linkRulesOf(platform)} />
      {linkForms.map((form) => (
        <div key={form.target} className="flex flex-col gap-3 border-t border-border pt-4">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <h3 className="font-semibold">Links of a {form.target}</h3>
            <div className="flex flex-wrap gap-2">
              <LinkDialog form={form} label={label} hidden={{ platform: slug, target: form.target, edits }} />
              {services.some(({ target }) => target === form.target) ? null : (
                <AllowedDialog
                  label="Remove"
                  ariaLabel={`Remove the links of a ${form.target}`}
                  variant="ghost"
                  title={`Remove the links of a ${form.target}?`}
                  detail="No service needs them."
                  action={removeLinksAction}
                  submitLabel="Remove"
                  hasReason={false}
                  isDestructive
                  hidden={{ platform: slug, target: form.target, edits }}
                />
              )}
            </div>
          </div>
          <FactList
            facts={{
              Templates: form.templates.join(", "),
              "Stored as": form.canonical,
              Tried: `${form.taken.length} taken, ${form.refused.length} refused`,
            }}
          />
        </div>
      ))}
      <div className="flex flex-col gap-3 border-t border-border pt-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h3 className="font-semibold">Parts</h3>
          <SlotDialog hidden={{ platform: slug, edits }} />
        </div>
        <ul className="flex flex-col divide-y divide-border">
          {Object.entries(slots).map(([name, slot]) => (
            <li key={name} className="flex flex-wrap items-center justify-between gap-3 py-2">
              <span className="text-sm">
                <span className="font-semibold">{`{${name}}`}</span>: {slotKinds[slot.kind]}, {slot.min} to{" "}
                {slot.max} characters
              </span>
              <SlotDialog name={name} slot={slot} hidden={{ platform: slug, edits, name }} />
            </li>
          ))}
        </ul>
      </div>
    </AdminSection>
  );
}

type Form = PlatformEntry["linkForms"][number];
type Slot = PlatformEntry["slots"][string];
type Hidden = { hidden: Record<string, string> };

function LinkDialog({ form, label, hidden }: Hidden & { form: Form; label: string }) {
  return (
    <AllowedDialog
      label="Edit"
      ariaLabel={`Edit the links of a ${form.target}`}
      title={`Links of a ${label} ${form.target}`}
      detail="All examples are tried when you save."
      action={updateLinksAction}
      submitLabel="Try and save"
      hasReason={false}
      hidden={hidden}
    >
      <Lines
        name="templates"
        label="Templates"
        hint="One in each line: what follows the website, with parts in braces, such as /@{name} or /watch?v={post}. {name} is the account, {post} the post or video, {list} the list. A * is for what is not kept, as in /posts/*activity-{post}-*."
        lines={form.templates}
      />
      <ActionInput
        name="canonical"
        label="Stored as"
        hint="The address that suppliers get, with the same parts."
        defaultValue={form.canonical}
        autoCapitalize="none"
        maxLength={160}
        required
      />
      <Lines
        name="taken"
        label="Must be taken"
        hint="At least three real links, one in each line."
        lines={form.taken}
      />
      <Lines
        name="refused"
        label="Must be refused"
        hint="At least three that people might paste by mistake, one in each line."
        lines={form.refused}
      />
    </AllowedDialog>
  );
}

type LinesProps = { name: string; label: string; hint: string; lines: readonly string[] };

function Lines({ name, label, hint, lines }: LinesProps) {
  return (
    <ActionField name={name} label={label} hint={hint}>
      <Textarea
        name={name}
        defaultValue={lines.join("\n")}
        autoCapitalize="none"
        spellCheck={false}
        wrap="off"
        required
      />
    </ActionField>
  );
}

const slotKinds: Record<Slot["kind"], string> = {
  name: "letters, digits, _ and single dots; capitals mean the same",
  "name with dots": "letters, digits, _ and dots; capitals mean the same",
  word: "letters, digits and _; capitals mean the same",
  handle: "letters, digits, _, - and dots; capitals mean the same",
  code: "letters, digits, _ and -; capitals differ",
  number: "digits",
};

function SlotDialog({ name, slot, hidden }: Hidden & { name?: string; slot?: Slot }) {
  return (
    <AllowedDialog
      label={name ? "Edit" : "Add a part"}
      ariaLabel={name ? `Edit the part ${name}` : "Add a part"}
      title={name ? `The part {${name}}` : "New part"}
      detail="A part stands in braces in templates, at the end of a segment."
      action={saveSlotAction}
      submitLabel="Save part"
      hasReason={false}
      hidden={hidden}
    >
      {name ? null : (
        <ActionInput
          name="name"
          label="Name"
          hint="Small letters, such as list."
          autoCapitalize="none"
          maxLength={20}
          required
        />
      )}
      <ActionSelect
        name="kind"
        label="Made of"
        defaultValue={slot?.kind ?? "code"}
        options={Object.entries(slotKinds).map(([kind, text]) => [kind, text] as const)}
      />
      <div className="grid grid-cols-2 gap-4">
        <ActionInput name="min" label="Shortest" inputMode="numeric" defaultValue={slot?.min ?? 1} required />
        <ActionInput name="max" label="Longest" inputMode="numeric" defaultValue={slot?.max ?? 40} required />
      </div>
      <ActionField
        name="except"
        label="Never"
        hint="Words of the platform's own that stand in the same place, such as explore. Separated by spaces."
      >
        <Textarea
          name="except"
          defaultValue={slot?.except?.join(" ")}
          autoCapitalize="none"
          className="min-h-16"
        />
      </ActionField>
    </AllowedDialog>
  );
}
