import { trpc } from "#client/api/trpc.ts";
import { isFieldError, useChange } from "#client/features/library/use-change.ts";
import type { AssistantSettings } from "#shared/assistants/assistants.ts";

/** Interval in milliseconds for checking whether a new token was used. Checks only run while the page is visible. */
const POLL_MS = 2500;

/** Returns the user's tokens, including expired ones. */
export const useTokens = () => trpc.tokens.list.useQuery({}, { refetchOnMount: "always" });

/**
 * Returns a new token. Polls it until its first use and until its program's name is known, which assistants send
 * shortly after.
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
          : POLL_MS,
    },
  );
  return data?.items.find((token) => token.id === id);
}

/**
 * Returns a mutation that creates a token. The secret is only in `data`, until `reset` or until the user leaves the
 * page.
 */
export function useCreateToken() {
  const { tokens } = trpc.useUtils();
  const refresh = () => void tokens.list.invalidate();
  return trpc.tokens.create.useMutation({
    gcTime: 0,
    ...useChange({ failed: "Token not created", refresh, isShown: isFieldError }),
  });
}

/** Returns a mutation that revokes a token. Calls `onRevoked` even if the component has unmounted. */
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

/** Returns the prompts that assistants receive, and the admins' instructions. */
export const useAssistantSettings = () =>
  trpc.assistants.settings.useQuery(undefined, { refetchOnMount: "always" });

/** "Served to assistants: 3 prompts, 1 of them also as skills." */
export function describeServed({ served, skills }: AssistantSettings): string {
  const asSkills = skills === 0 ? "" : `, ${skills.toLocaleString("en-US")} of them also as skills`;
  const prompts = served === 1 ? "1 prompt" : `${served.toLocaleString("en-US")} prompts`;
  return `Served to assistants: ${prompts}${asSkills}.`;
}
