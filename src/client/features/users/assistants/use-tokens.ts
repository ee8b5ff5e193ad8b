import { trpc } from "#client/api/trpc.ts";
import { isAtField, useChange } from "#client/features/library/use-change.ts";
import type { AssistantSettings } from "#shared/assistants/assistants.ts";

/** Interval for checking a new token's first use, while the page is visible. */
const ASK_EVERY_MS = 2500;

/** Returns the user's tokens, including expired ones. */
export const useTokens = () => trpc.tokens.list.useQuery({}, { refetchOnMount: "always" });

/**
 * Polls a new token until its first use and the name of its program. Assistants send their name a moment after signing
 * in.
 */
export function useFirstCall(id: string) {
  const { data } = trpc.tokens.list.useQuery(
    {},
    {
      refetchInterval: ({ state }) =>
        state.data?.items.some(
          (token) => token.id === id && token.lastUsedAt !== null && token.lastClient !== null,
        )
          ? false
          : ASK_EVERY_MS,
    },
  );
  return data?.items.find((token) => token.id === id);
}

/** Creates a token. It is only in `data`, until `reset` or until the user leaves the page. */
export function useCreateToken() {
  const { tokens } = trpc.useUtils();
  const refresh = () => void tokens.list.invalidate();
  return trpc.tokens.create.useMutation({
    gcTime: 0,
    ...useChange({ failed: "Token not created", refresh, isShown: isAtField }),
  });
}

/** Revokes a token. Calls `onRevoked` even if the component has unmounted. */
export function useRevokeToken(onRevoked: (id: string) => void) {
  const { tokens } = trpc.useUtils();
  return trpc.tokens.revoke.useMutation(
    useChange({
      done: "Token revoked",
      failed: "Token not revoked",
      onDone: (_nothing, { id }) => onRevoked(id),
      refresh: () => tokens.list.invalidate(),
    }),
  );
}

/** Returns the prompts that assistants receive, and the admins' instructions for them. */
export const useAssistantSettings = () =>
  trpc.assistants.settings.useQuery(undefined, { refetchOnMount: "always" });

/** "Served to assistants: 3 prompts, 1 of them also as skills." */
export function servedSentence({ served, skills }: AssistantSettings): string {
  const asSkills = skills === 0 ? "" : `, ${skills.toLocaleString("en-US")} of them also as skills`;
  const prompts = served === 1 ? "1 prompt" : `${served.toLocaleString("en-US")} prompts`;
  return `Served to assistants: ${prompts}${asSkills}.`;
}
