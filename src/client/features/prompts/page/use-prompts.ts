import { useCallback } from "react";

import { messageOf } from "#client/api/errors.ts";
import { trpc } from "#client/api/trpc.ts";
import { useToast } from "#client/ui/toast.tsx";
import type { Prompt } from "#shared/prompts.ts";

const NO_PROMPTS: readonly Prompt[] = [];

/** All prompts, in the order in which the server gives them. */
export function usePrompts() {
  const { data, isLoadingError, isFetching, refetch } = trpc.prompts.list.useQuery({});
  const retry = useCallback(() => void refetch(), [refetch]);
  const isError = isLoadingError && !isFetching;
  return { prompts: data?.items ?? NO_PROMPTS, isPending: data === undefined && !isError, isError, retry };
}

/** Adds a prompt to the library. */
export function useAddPrompt() {
  const toast = useToast();
  const { prompts } = trpc.useUtils();
  return trpc.prompts.add.useMutation({
    onSuccess: () => {
      toast.success("Prompt added successfully");
      void prompts.list.invalidate();
    },
    onError: (error) => toast.failure("Error", messageOf(error, "Failed to add prompt")),
  });
}

/** Deletes a prompt; the list is without it as soon as the server has agreed. */
export function useDeletePrompt(onDeleted: () => void) {
  const toast = useToast();
  const { prompts } = trpc.useUtils();
  return trpc.prompts.remove.useMutation({
    onSuccess: (_, { id }) => {
      toast.success("Prompt deleted successfully");
      onDeleted();
      prompts.list.setData(
        {},
        (page) => page && { ...page, items: page.items.filter((prompt) => prompt.id !== id) },
      );
    },
    onError: (error) => toast.failure("Error", messageOf(error, "Failed to delete prompt")),
    onSettled: () => prompts.list.invalidate(),
  });
}
