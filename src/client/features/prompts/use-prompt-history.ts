import { firstPageOf } from "#client/api/query-client.ts";
import { trpc } from "#client/api/trpc.ts";
import type { ItemHistory } from "#client/features/history/item-history.ts";
import {
  BY_PAGE,
  farOffVersion,
  useItemHistory,
  versionsOf,
} from "#client/features/history/use-item-history.ts";
import { useRestoring } from "#client/features/history/use-restoring.ts";

/** Returns a prompt's history, including the version in the URL. */
export function usePromptHistory(id: string, version: number | null): ItemHistory {
  const { prompts } = trpc.useUtils();
  const pages = trpc.prompts.versions.useInfiniteQuery(versionsOf(id), BY_PAGE);
  const farOff = trpc.prompts.versions.useQuery(...farOffVersion(id, version, pages));
  const readAgain = () => {
    prompts.versions.setInfiniteData(versionsOf(id), (known) => known && firstPageOf(known));
    return prompts.versions.invalidate({ id });
  };
  const restore = trpc.prompts.restore.useMutation(
    useRestoring("prompt", () => Promise.all([readAgain(), prompts.invalidate()])),
  );
  return useItemHistory(id, { pages, farOff, restore, readAgain });
}
