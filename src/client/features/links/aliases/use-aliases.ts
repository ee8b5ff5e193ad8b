import { statusOf } from "#client/api/errors.ts";
import { loadState } from "#client/api/load-state.ts";
import { trpc } from "#client/api/trpc.ts";

/** Returns a tool's aliases, oldest first. */
export function useAliases(toolId: string | null) {
  const query = trpc.aliases.list.useQuery(
    { toolId: toolId ?? "" },
    { enabled: toolId !== null, staleTime: 0 },
  );
  return { ...loadState(query), items: query.data?.items };
}

/** A tool's aliases before and after a change. */
export interface AliasChange {
  base: readonly string[];
  value: readonly string[];
}

/**
 * Returns a function that saves aliases one by one and stops at the first refusal. It returns the tool's resulting
 * aliases.
 */
export function useSaveAliases() {
  const { aliases, links } = trpc.useUtils();
  const { mutateAsync: add } = trpc.aliases.add.useMutation();
  const { mutateAsync: remove } = trpc.aliases.remove.useMutation();
  return async (toolId: string, { base, value }: AliasChange) => {
    const saved = new Set(base);
    try {
      for (const alias of base.filter((name) => !value.includes(name))) {
        await remove({ toolId, alias }).catch(unlessDeleted);
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

/** Ignores the error if another user has already removed the alias. */
function unlessDeleted(error: unknown): void {
  if (statusOf(error) !== 404) throw error;
}
