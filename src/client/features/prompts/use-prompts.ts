import { useCallback, useMemo } from "react";

import { messageOf } from "#client/api/errors.ts";
import { trpc } from "#client/api/trpc.ts";
import { useUndo } from "#client/features/deletions/use-undo.ts";
import { useChange, withoutItem } from "#client/features/library/use-change.ts";
import { type Library, useLibrary } from "#client/features/library/use-library.ts";
import { useWorkspaceSettings } from "#client/features/workspace/use-workspace-settings.ts";
import { useToast } from "#client/ui/feedback/toast.tsx";
import { copyText } from "#client/ui/text/copy-text.ts";
import { DEFAULT_PROMPT_LENGTH } from "#shared/prompts/prompt-rules.ts";
import { parseVariables } from "#shared/prompts/prompt-variables.ts";
import type { Prompt } from "#shared/prompts/prompts.ts";

/** Prompt with the number of people who starred it, and whether this user did. */
export interface ListedPrompt extends Prompt {
  stars: number;
  isStarred: boolean;
}

const NOT_STARRED = { stars: 0, isStarred: false };

/** Returns all prompts in the server's order, with their stars. */
export function usePrompts(): Library<ListedPrompt> {
  const query = trpc.prompts.list.useQuery({});
  const { data } = trpc.prompts.stars.useQuery();
  const prompts = query.data?.items;
  const items = useMemo(() => {
    const starred = new Map(data?.items.map((item) => [item.id, item]));
    return prompts?.map((prompt) => ({ ...prompt, ...(starred.get(prompt.id) ?? NOT_STARRED) }));
  }, [prompts, data]);
  return useLibrary({ ...query, data: items && { items } });
}

/** Returns a prompt with its stars. */
export function useListedPrompt(prompt: Prompt): ListedPrompt {
  const { data } = trpc.prompts.stars.useQuery();
  const { stars, isStarred } = data?.items.find(({ id }) => id === prompt.id) ?? NOT_STARRED;
  return { ...prompt, stars, isStarred };
}

/**
 * Returns a function that stars a prompt for this user or removes the star, at once. Reverts that if the server
 * refuses.
 */
export function useStarPrompt(): (prompt: ListedPrompt, isStarred: boolean) => void {
  const toast = useToast();
  const { prompts } = trpc.useUtils();
  const { mutateAsync } = trpc.prompts.mark.useMutation();
  return useCallback(
    ({ id, stars, isStarred: wasStarred }, isStarred) => {
      const setStar = (now: { stars: number; isStarred: boolean }) =>
        prompts.stars.setData(
          undefined,
          (page) =>
            page && { ...page, items: [...page.items.filter((item) => item.id !== id), { id, ...now }] },
        );
      setStar({ isStarred, stars: stars + Number(isStarred) - Number(wasStarred) });
      mutateAsync({ id, isStarred }).then(setStar, (error: unknown) => {
        setStar({ stars, isStarred: wasStarred });
        toast.failure("Error", messageOf(error, "Failed to star prompt"));
      });
    },
    [prompts, mutateAsync, toast],
  );
}

/** Returns this workspace's maximum prompt length, in characters. */
export const useMaxPromptLength = (): number =>
  useWorkspaceSettings()?.prompts.maxLength ?? DEFAULT_PROMPT_LENGTH;

export function useAddPrompt() {
  const { prompts } = trpc.useUtils();
  return trpc.prompts.add.useMutation(
    useChange({
      done: "Prompt added successfully",
      failed: { title: "Error", text: "Failed to add prompt" },
      refresh: () => void prompts.list.invalidate(),
    }),
  );
}

/** Returns a mutation that deletes a prompt. The prompt leaves the list as soon as the server confirms. */
export function useDeletePrompt(onDeleted: () => void) {
  const { prompts } = trpc.useUtils();
  const undo = useUndo();
  return trpc.prompts.remove.useMutation(
    useChange({
      done: ({ deletionId }) => ({ title: "Prompt deleted successfully", action: undo(deletionId) }),
      failed: { title: "Error", text: "Failed to delete prompt" },
      onDone: (_, { id }) => {
        onDeleted();
        prompts.list.setData({}, withoutItem(id));
      },
      refresh: () => prompts.list.invalidate(),
    }),
  );
}

const REASON = "The browser blocked access to the clipboard. Select the text and copy it yourself.";

/** Returns a function that copies a prompt's text to the clipboard and reports its unfilled variables. */
export function useCopyPrompt() {
  const toast = useToast();
  return useCallback(
    async (text: string, what = "Prompt copied") => {
      if (!(await copyText(text))) {
        toast.failure("Copy failed", REASON);
        return;
      }
      const open = parseVariables(text).map(({ name }) => name);
      toast.success(what, open.length === 0 ? undefined : `Not filled in yet: ${open.join(", ")}`);
    },
    [toast],
  );
}
