import { useMemo } from "react";

import { messageOf } from "#client/api/errors.ts";
import { trpc } from "#client/api/trpc.ts";
import { useChange } from "#client/features/library/use-change.ts";
import { useToast } from "#client/ui/feedback/toast.tsx";
import type { ItemKey } from "#shared/kernel/item-address.ts";
import type { ItemRef } from "#shared/kernel/items.ts";
import type { LinkListRequest, NamesInItem, Related } from "#shared/links/links.ts";

import { wrongNameWords } from "./link-words.ts";

const refOf = ({ kind, id }: ItemKey): ItemRef => `${kind}:${id}`;

/** Links come with every text that is saved or fetched: they are read again whenever something is opened. */
const ALWAYS_READ = { staleTime: 0 } as const;
const PAGE_SIZE = 50;

/** What an item names and what names it, the first few of each group. */
export function useRelated(item: ItemKey) {
  const related = trpc.links.of.useQuery({ ref: refOf(item) }, ALWAYS_READ);
  const { data, isError, isFetching, refetch } = related;
  return {
    related: data,
    isError: isError && data === undefined && !isFetching,
    retry: () => void refetch(),
  };
}

/** Which links of an item: those of one group, of all kinds or of one. */
export type LinkFilter = Pick<LinkListRequest, "group" | "kind">;

/** A name that was found in a text, and what it means. */
export type NamedItem = NamesInItem["items"][number];

/** All links of an item that the filter lets through, page by page. */
export function useLinkPages(item: ItemKey, filter: LinkFilter, pageSize = PAGE_SIZE) {
  const list = trpc.links.list.useInfiniteQuery(
    { ...filter, ref: refOf(item), limit: pageSize },
    { ...ALWAYS_READ, getNextPageParam: ({ nextCursor }) => nextCursor },
  );
  const { data, isError, isFetching } = list;
  return {
    links: useMemo(() => data?.pages.flatMap(({ items }) => items), [data]),
    isError: isError && data === undefined && !isFetching,
    hasMore: list.hasNextPage,
    isLoadingMore: list.isFetchingNextPage,
    loadMore: () => void list.fetchNextPage(),
    retry: () => void list.refetch(),
  };
}

const NO_NAMES: readonly NamedItem[] = [];

/** The names that were found in an item's texts; none while it is not open. */
export function useNames(item: ItemKey, isOpen: boolean): readonly NamedItem[] {
  const { data } = trpc.links.named.useQuery({ ref: refOf(item) }, { ...ALWAYS_READ, enabled: isOpen });
  return (isOpen && data?.items) || NO_NAMES;
}

/** A tool as it is now, once it is known. */
export const useToolInBrief = (id: string) => trpc.tools.get.useQuery({ id }).data;

/** Says whether a link is right. One that is wrong is gone at once, and comes back by the toast. */
export function useDecideLink(link: Related) {
  const toast = useToast();
  const { links } = trpc.useUtils();
  const decide = trpc.links.decide.useMutation({
    // What was said before: what has been read again since knows it no longer.
    onMutate: () => ({ former: link.state === "confirmed" ? "confirmed" : "found" }) as const,
    onSuccess(answer, { id, state }, { former }) {
      const words = wrongNameWords(answer);
      if (state !== "rejected") {
        if (words !== undefined) toast.success("Answer Saved", words);
        return;
      }
      const undo = { label: "Undo", onPress: () => decide.mutate({ id, state: former }) };
      toast.success("Unlinked", words, { action: undo });
    },
    onError: (error) => toast.failure("Error", messageOf(error, "Failed to save your answer")),
    onSettled: () => links.invalidate(),
  });
  return decide;
}

/** Takes back a link that a person has made; the toast brings it back. */
export function useRemoveLink({ from, to }: Pick<Related, "from" | "to">) {
  const { links } = trpc.useUtils();
  const add = trpc.links.add.useMutation(
    useChange({
      done: "Linked",
      failed: { title: "Error", text: "Failed to link it again" },
      refresh: () => links.invalidate(),
    }),
  );
  return trpc.links.remove.useMutation(
    useChange({
      done: () => ({
        title: "Unlinked",
        action: { label: "Undo", onPress: () => add.mutate({ from, to }) },
      }),
      failed: { title: "Error", text: "Failed to unlink it" },
      refresh: () => links.invalidate(),
    }),
  );
}

/** Links an item to another because a person says so. */
export function useAddLink(item: ItemKey) {
  const { links } = trpc.useUtils();
  const refresh = () => links.invalidate();
  const failed = { title: "Error", text: "Failed to unlink it" };
  const remove = trpc.links.remove.useMutation(useChange({ done: "Unlinked", failed, refresh }));
  const leaveOpen = trpc.links.decide.useMutation(useChange({ done: "Undone", failed, refresh }));
  const add = trpc.links.add.useMutation(
    useChange({
      done: ({ id, how }) => ({
        title: "Linked",
        action: {
          label: "Undo",
          // What was found is there without anybody's doing, and nobody has said that it is wrong.
          onPress: () =>
            how === "person" ? remove.mutate({ id }) : leaveOpen.mutate({ id, state: "found" }),
        },
      }),
      failed: { title: "Error", text: "Failed to link it" },
      refresh,
    }),
  );
  return { link: (to: ItemRef) => add.mutate({ from: refOf(item), to }), isPending: add.isPending };
}
