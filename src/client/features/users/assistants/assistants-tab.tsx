import { Check } from "lucide-react";
import { useState } from "react";

import { AccountPart } from "#client/features/users/account/account-part.tsx";
import { clientName } from "#client/features/users/account/device-name.ts";
import { time } from "#client/format/dates.ts";
import { Button } from "#client/ui/button.tsx";
import { Spinner } from "#client/ui/feedback/progress.tsx";
import { CopyFrame } from "#client/ui/form/copy-frame.tsx";
import { focusOnce } from "#client/ui/restore-focus.ts";
import { SCOPE_WORDS } from "#shared/accounts/token-scopes.ts";
import type { ApiToken, CreatedToken } from "#shared/accounts/tokens.ts";

import { ASSISTANTS, type Assistant, type Step } from "./assistants.ts";
import { TokenForm, AssistantPicker } from "./token-form.tsx";
import { TokenList } from "./token-list.tsx";
import { servedSentence, useAssistantSettings, useCreateToken, useFirstCall } from "./use-tokens.ts";

/** Tab that explains how to connect an assistant and lists current tokens. */
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
      <p className="min-h-5 text-ink-muted">{settings && servedSentence(settings)}</p>
    </div>
  );
}

interface NewTokenProps {
  token: CreatedToken;
  assistant: Assistant;
  onChooseAssistant: (assistant: Assistant) => void;
  onDone: () => void;
}

/** New token, shown once in the text to paste into the assistant, until its first call. */
function NewToken({ token, assistant, onChooseAssistant, onDone }: NewTokenProps) {
  const connection = { origin: window.location.origin, token: token.token };
  return (
    <div ref={focusOnce} tabIndex={-1} className="grid grid-cols-[minmax(0,1fr)] gap-4 outline-none">
      <AssistantPicker chosen={assistant} onChange={onChooseAssistant} />
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {assistant.steps(connection).map((step) => (
          <StepItem key={step.say} step={step} />
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

const StepItem = ({ step: { say, label, text } }: { step: Step }) => (
  <li>
    <p className="mb-1.5 text-pretty">{say}</p>
    <CopyFrame label={label} text={text} />
  </li>
);

/** State of the token's first use. */
function FirstCall({ id }: { id: string }) {
  const call = useFirstCall(id);
  const isWaiting = !call?.lastUsedAt;
  return (
    <output className="flex items-center gap-2">
      {isWaiting ? <Spinner /> : <Check aria-hidden className="size-4 text-success-ink" />}
      {isWaiting ? "Waiting for the first call…" : connectedWords(call)}
    </output>
  );
}

/** Connected: Claude Code, 12:04 PM */
const connectedWords = ({ lastUsedAt, lastClient }: ApiToken) =>
  ["Connected", clientName(lastClient)]
    .filter(Boolean)
    .join(": ")
    .concat(`, ${time(lastUsedAt ?? "")}`);
