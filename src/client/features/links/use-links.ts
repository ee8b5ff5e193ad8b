import { useMemo } from "react";

import { messageOf } from "#client/api/errors.ts";
import { loadState, pagedList } from "#client/api/load-state.ts";
import { trpc } from "#client/api/trpc.ts";
import { useChange } from "#client/features/library/use-change.ts";
import { useToast } from "#client/ui/feedback/toast.tsx";
import { type ItemKind, type ItemKey, KINDS } from "#shared/kernel/item-address.ts";
import type { ItemRef } from "#shared/kernel/items.ts";
import { LINK_FIELD_WORDS } from "#shared/links/link-fields.ts";
import type { DecidedLink, Related, LinkListRequest, NamesInItem } from "#shared/links/links.ts";
import { isolate } from "#shared/texts/escaping.ts";

export const GROUP_TITLES: Readonly<Record<Related["group"], string>> = {
  mentions: "Mentions",
  mentionedIn: "Mentioned in",
  linked: "Linked by the team",
  hidden: "Hidden",
};

/** Describes how a match was found: "Found as “whisper” in the abstract". Null for a link that a user added. */
export function describeMatch({
  how,
  spelled,
  field,
}: Pick<Related, "how" | "spelled" | "field">): string | null {
  if (how === "person") return null;
  const found = spelled === null ? "Found by an address" : `Found as “${isolate(spelled)}”`;
  return field === null ? found : `${found} in ${LINK_FIELD_WORDS[field]}`;
}

/** Returns a text about hidden matches of a name that is an everyday word or was rejected too often. */
export function describeHiddenMatches(name: string, hidden: number, isPersonsOnly: boolean): string {
  const reason = isPersonsOnly
    ? `Matches of “${isolate(name)}” were wrong too often, so it is linked only where someone confirms it.`
    : `“${isolate(name)}” is also an everyday word, so only matches that clearly mean the tool are shown.`;
  return `${reason} ${hidden === 1 ? "1 more is hidden." : `${hidden} more are hidden.`}`;
}

interface RejectedName extends Omit<DecidedLink, "link"> {
  link: Pick<DecidedLink["link"], "spelled">;
}

/** Returns a text about the effects of repeated rejections of a name. Undefined if it wasn't rejected too often. */
export function describeRejectedName({
  link,
  right,
  wrong,
  isPersonsOnly,
}: RejectedName): string | undefined {
  if (!isPersonsOnly || link.spelled === null) return undefined;
  return `“${isolate(link.spelled)}” was wrong ${wrong} of ${right + wrong} times. From now on it is linked only where someone confirms it.`;
}

/**
 * Returns a text for an item without related items. It contains a tool's name, but no other titles, which may be long.
 */
export const describeNoRelated = (kind: ItemKind, title: string): string =>
  kind === "tool"
    ? `Nothing else in StackLoop mentions ${isolate(title)} yet.`
    : `Nothing else in StackLoop is linked to this ${KINDS[kind].one} yet.`;

export const refOf = ({ kind, id }: ItemKey): ItemRef => `${kind}:${id}`;

/** Query options: links are always refetched when an item opens, because every saved or fetched text may add some. */
const ALWAYS_STALE = { staleTime: 0 } as const;
const PAGE_SIZE = 50;

/** Returns the first few related items of each group. */
export function useRelated(item: ItemKey) {
  const related = trpc.links.of.useQuery({ ref: refOf(item) }, ALWAYS_STALE);
  return { ...loadState(related), related: related.data };
}

/** Filter for an item's links, by group and optionally by kind. */
export type LinkFilter = Pick<LinkListRequest, "group" | "kind">;

/** Mention in a text, with the mentioned item. */
export type NamedItem = NamesInItem["items"][number];

/** Loads all links of an item that match the filter, page by page. */
export function useLinkPages(item: ItemKey, filter: LinkFilter, pageSize = PAGE_SIZE) {
  const list = trpc.links.list.useInfiniteQuery(
    { ...filter, ref: refOf(item), limit: pageSize },
    { ...ALWAYS_STALE, getNextPageParam: ({ nextCursor }) => nextCursor },
  );
  const { data } = list;
  const links = useMemo(() => data?.pages.flatMap(({ items }) => items), [data]);
  return { ...pagedList(list), links };
}

const NO_NAMES: readonly NamedItem[] = [];

/** Returns the mentions in an item's texts; none while it is closed. */
export function useNames(item: ItemKey, isOpen: boolean): readonly NamedItem[] {
  const { data } = trpc.links.named.useQuery({ ref: refOf(item) }, { ...ALWAYS_STALE, enabled: isOpen });
  return (isOpen && data?.items) || NO_NAMES;
}

/** Returns a tool's current data; undefined until it is loaded. */
export const useToolData = (id: string) => trpc.tools.get.useQuery({ id }).data;

/**
 * Returns a mutation that confirms or rejects a link. A rejected link disappears at once, and its toast can restore it.
 */
export function useDecideLink(link: Related) {
  const toast = useToast();
  const { links } = trpc.useUtils();
  const decide = trpc.links.decide.useMutation({
    // Captured before the mutation, because the refetched data has the new decision.
    onMutate: () => ({ former: link.state === "confirmed" ? "confirmed" : "found" }) as const,
    onSuccess(answer, { id, state }, { former }) {
      const words = describeRejectedName(answer);
      if (state !== "rejected") {
        if (words !== undefined) toast.success("Answer saved", words);
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

/** Returns a mutation that removes a link which a user added. Its toast can restore the link. */
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

/** Returns a mutation that links an item to another one. */
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
          // The link already exists as a match that nobody has rejected.
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
