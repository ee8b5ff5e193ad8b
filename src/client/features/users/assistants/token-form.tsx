import { KeyRound } from "lucide-react";
import { useState } from "react";

import { issuesOf } from "#client/api/errors.ts";
import { useFields } from "#client/features/users/use-fields.ts";
import { Button } from "#client/ui/button.tsx";
import { useUnsaved } from "#client/ui/dialog/unsaved.ts";
import { ChoiceBar } from "#client/ui/form/choice-bar.tsx";
import { Field } from "#client/ui/form/field.tsx";
import { TextInput } from "#client/ui/form/inputs.tsx";
import { Select } from "#client/ui/form/select.tsx";
import { SCOPE_WORDS, TOKEN_SCOPES, type TokenScope } from "#shared/accounts/token-scopes.ts";

import { type Assistant, ASSISTANTS } from "./assistants.ts";
import type { useCreateToken } from "./use-tokens.ts";

const loadSchema = async () =>
  (await import("#shared/accounts/tokens.ts")).newTokenSchema.pick({ name: true });

const TERMS = [
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In a year" },
  { value: "never", label: "Never" },
];

interface TokenFormProps {
  assistant: Assistant;
  onChooseAssistant: (assistant: Assistant) => void;
  create: ReturnType<typeof useCreateToken>;
}

/** Form for a new token: purpose, permissions and expiry. */
export function TokenForm({ assistant, onChooseAssistant, create }: TokenFormProps) {
  const fields = useFields({ name: assistant.tokenName }, loadSchema);
  const [scope, setScope] = useState<TokenScope>("read");
  const [term, setTerm] = useState("90");
  useUnsaved(fields.isDirty);

  function handleChoose(next: Assistant) {
    if (!fields.isDirty) fields.show({ name: next.tokenName });
    onChooseAssistant(next);
  }

  return (
    <form
      noValidate
      className="grid gap-4 sm:grid-cols-2"
      onSubmit={fields.onSubmit(({ name }, form) => {
        if (create.isPending) return;
        create.mutate(
          { name, scope, expiresInDays: term === "never" ? null : Number(term) },
          { onError: (error) => fields.showErrors(form, issuesOf(error)) },
        );
      })}
    >
      <div className="sm:col-span-2">
        <AssistantPicker chosen={assistant} onChange={handleChoose} />
      </div>
      <Field label="Name" hint="So that you recognise it later" error={fields.errorOf("name")}>
        <TextInput {...fields.input("name")} required autoComplete="off" />
      </Field>
      <Field label="Expires">
        <Select options={TERMS} value={term} onChange={(event) => setTerm(event.target.value)} />
      </Field>
      <div className="sm:col-span-2">
        <ScopePicker chosen={scope} onChange={setScope} />
      </div>
      <div className="flex justify-end sm:col-span-2">
        <Button
          type="submit"
          variant="primary"
          icon={<KeyRound aria-hidden />}
          isPending={create.isPending}
          pendingLabel="Making..."
        >
          Create Token
        </Button>
      </div>
    </form>
  );
}

interface AssistantPickerProps {
  chosen: Assistant;
  onChange: (assistant: Assistant) => void;
}

/** Choice of the assistant to connect. */
export function AssistantPicker({ chosen, onChange }: AssistantPickerProps) {
  return (
    <ChoiceBar
      label="Assistant"
      className="max-sm:grid max-sm:grid-cols-3 [&>*]:grow"
      choices={ASSISTANTS.map(({ id, name }) => ({ value: id, label: name }))}
      chosen={chosen.id}
      onChange={(id) => onChange(ASSISTANTS.find((assistant) => assistant.id === id) ?? chosen)}
    />
  );
}

interface ScopePickerProps {
  chosen: TokenScope;
  onChange: (scope: TokenScope) => void;
}

/** Choice of a token's permissions, as cards with a description. */
function ScopePicker({ chosen, onChange }: ScopePickerProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium text-ink">Allowed to</legend>
      <div className="grid gap-2 @4xl:grid-cols-3">
        {TOKEN_SCOPES.map((value) => (
          <label
            key={value}
            className="grid cursor-pointer grid-cols-[minmax(0,1fr)_auto] content-start gap-x-3 gap-y-0.5 rounded-control border border-line-strong bg-surface px-3 py-2.5 hover:bg-sunken has-checked:border-accent has-checked:bg-accent-soft has-checked:ring-1 has-checked:ring-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <span className="text-sm font-medium text-ink">{SCOPE_WORDS[value].name}</span>
            <input
              type="radio"
              name="scope"
              value={value}
              checked={value === chosen}
              onChange={() => onChange(value)}
              className="size-4 accent-accent outline-none"
            />
            <span className="col-span-2 text-xs text-pretty text-ink-muted">
              {SCOPE_WORDS[value].sentence}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
