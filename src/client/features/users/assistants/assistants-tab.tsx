import { useState } from "react";

import { AccountPart } from "#client/features/users/account/account-part.tsx";

import { ASSISTANTS } from "./assistants.ts";
import { NewToken } from "./new-token.tsx";
import { TokenForm } from "./token-form.tsx";
import { TokenList } from "./token-list.tsx";
import { servedSentence, useAssistantSettings, useCreateToken } from "./use-tokens.ts";

/** Tab that explains how to connect an assistant and lists current tokens. */
export function AssistantsTab() {
  const [assistant, setAssistant] = useState(ASSISTANTS[0]);
  const create = useCreateToken();
  const made = create.data;
  const { data: settings } = useAssistantSettings();
  return (
    <div className="space-y-4">
      <AccountPart title="Assistants" text="Give your AI assistants access to the team's content.">
        <div tabIndex={-1} className="min-w-0 outline-none">
          {made ? (
            <NewToken
              token={made}
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
        <TokenList onRevoked={(id) => id === made?.id && create.reset()} />
      </AccountPart>
      <p className="min-h-5 text-ink-muted">{settings && servedSentence(settings)}</p>
    </div>
  );
}
