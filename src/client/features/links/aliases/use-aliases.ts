import { statusOf } from "#client/api/errors.ts";
import { trpc } from "#client/api/trpc.ts";

/** The other names of a tool, in the order in which they were added. */
export function useAliases(toolId: string | null) {
  const { data, isError, isFetching, refetch } = trpc.aliases.list.useQuery(
    { toolId: toolId ?? "" },
    { enabled: toolId !== null, staleTime: 0 },
  );
  return {
    items: data?.items,
    isError: isError && data === undefined && !isFetching,
    retry: () => void refetch(),
  };
}

/** The other names of a tool as they were, and as they are to be. */
export interface AliasChange {
  base: readonly string[];
  value: readonly string[];
}

/** Saves other names one by one; the first that the server refuses ends it. Gives those that the tool has then. */
export function useSaveAliases() {
  const { aliases, links } = trpc.useUtils();
  const { mutateAsync: add } = trpc.aliases.add.useMutation();
  const { mutateAsync: remove } = trpc.aliases.remove.useMutation();
  return async (toolId: string, { base, value }: AliasChange) => {
    const saved = new Set(base);
    try {
      for (const alias of base.filter((name) => !value.includes(name))) {
        await remove({ toolId, alias }).catch(unlessGone);
        saved.delete(alias);
      }
      for (const alias of value.filter((name) => !base.includes(name))) {
        await add({ toolId, alias });
        saved.add(alias);
      }
      return { saved: [...saved] };
    } catch (error) {
      return { saved: [...saved], error };
    } finally {
      void aliases.list.invalidate({ toolId });
      void links.invalidate();
    }
  };
}

/** Somebody else has taken the name away already. */
function unlessGone(error: unknown): void {
  if (statusOf(error) !== 404) throw error;
}
