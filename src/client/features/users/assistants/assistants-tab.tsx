import { Check, KeyRound } from "lucide-react";
import { useState } from "react";

import { issuesOf } from "#client/api/errors.ts";
import { AccountPart } from "#client/features/users/account/account-part.tsx";
import { clientName } from "#client/features/users/account/device-name.ts";
import { useFields } from "#client/features/users/use-fields.ts";
import { time } from "#client/format/dates.ts";
import { Button } from "#client/ui/button.tsx";
import { useUnsaved } from "#client/ui/dialog/unsaved.ts";
import { Spinner } from "#client/ui/feedback/progress.tsx";
import { ChoiceBar } from "#client/ui/form/choice-bar.tsx";
import { Field } from "#client/ui/form/field.tsx";
import { TextInput } from "#client/ui/form/inputs.tsx";
import { Select } from "#client/ui/form/select.tsx";
import { CopyFrame } from "#client/ui/form/text-frame.tsx";
import { focusOnce } from "#client/ui/restore-focus.ts";
import { type TokenScope, SCOPE_WORDS, TOKEN_SCOPES } from "#shared/accounts/token-scopes.ts";
import type { ApiToken, CreatedToken } from "#shared/accounts/tokens.ts";

import { type Assistant, type Step, ASSISTANTS } from "./assistants.ts";
import { TokenList } from "./token-list.tsx";
import { describeServed, useAssistantSettings, useCreateToken, useFirstCall } from "./use-tokens.ts";

/** Tab that explains how to connect an assistant and lists the user's tokens. */
export function AssistantsTab() {
  const [assistant, setAssistant] = useState(ASSISTANTS[0]);
  const create = useCreateToken();
  const created = create.data;
  const { data: settings } = useAssistantSettings();
  return (
    <div className="space-y-4">
      <AccountPart title="Assistants" text="Give your AI assistants access to the team's content.">
        <div tabIndex={-1} className="min-w-0 outline-none">
          {created ? (
            <NewToken
              token={created}
              assistant={assistant}
              onChooseAssistant={setAssistant}
              onDone={create.reset}
            />
          ) : (
            <TokenForm assistant={assistant} onChooseAssistant={setAssistant} create={create} />
          )}
        </div>
      </AccountPart>
      <AccountPart
        title="API tokens"
        text="Your assistants and scripts sign in with these. Revoke any that you no longer use."
      >
        <TokenList onRevoked={(id) => id === created?.id && create.reset()} />
      </AccountPart>
      <p className="min-h-5 text-ink-muted">{settings && describeServed(settings)}</p>
    </div>
  );
}

interface NewTokenProps {
  token: CreatedToken;
  assistant: Assistant;
  onChooseAssistant: (assistant: Assistant) => void;
  onDone: () => void;
}

/** Instructions that contain a new token, which is shown once. They remain until the first call with it. */
function NewToken({ token, assistant, onChooseAssistant, onDone }: NewTokenProps) {
  const connection = { origin: window.location.origin, token: token.token };
  return (
    <div ref={focusOnce} tabIndex={-1} className="grid grid-cols-[minmax(0,1fr)] gap-4 outline-none">
      <AssistantPicker chosen={assistant} onChange={onChooseAssistant} />
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {assistant.steps(connection).map((step) => (
          <StepItem key={step.instruction} step={step} />
        ))}
      </ol>
      {assistant.note && <p className="text-pretty text-ink-muted">{assistant.note}</p>}
      <p className="text-pretty text-ink-muted">
        Copy it now: the token isn't shown again. Anyone who has it can sign in as you.{" "}
        {SCOPE_WORDS[token.scope].sentence}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
        <FirstCall id={token.id} />
        <Button className="ml-auto" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  );
}

const StepItem = ({ step: { instruction, label, text } }: { step: Step }) => (
  <li>
    <p className="mb-1.5 text-pretty">{instruction}</p>
    <CopyFrame label={label} text={text} />
  </li>
);

/** State of the first call with a new token. */
function FirstCall({ id }: { id: string }) {
  const call = useFirstCall(id);
  const isWaiting = !call?.lastUsedAt;
  return (
    <output className="flex items-center gap-2">
      {isWaiting ? <Spinner /> : <Check aria-hidden className="size-4 text-success-ink" />}
      {isWaiting ? "Waiting for the first call…" : describeConnection(call)}
    </output>
  );
}

/** "Connected: Claude Code, 12:04 PM" */
const describeConnection = ({ lastUsedAt, lastClient }: ApiToken) =>
  ["Connected", clientName(lastClient)]
    .filter(Boolean)
    .join(": ")
    .concat(`, ${time(lastUsedAt ?? "")}`);

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

/** Form for a new token: its purpose, permissions and expiry. */
function TokenForm({ assistant, onChooseAssistant, create }: TokenFormProps) {
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
          pendingLabel="Creating..."
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

/** Select for the assistant to connect. */
function AssistantPicker({ chosen, onChange }: AssistantPickerProps) {
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

/** Permissions of a token to choose from, as cards with a description. */
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
