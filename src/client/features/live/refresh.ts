import type { Utils } from "#client/slice.ts";
import { sections, slices } from "#client/slices.ts";
import type { LiveChange, LiveMessage } from "#shared/kernel/ledger.ts";

/** Short enough that even the second of two changes is visible within a second. */
const PAUSE_MS = 500;

/**
 * Runs work at once, and once more if it was requested again during the run. Never in parallel, and at most twice a
 * second.
 */
export function atMostTwiceASecond(work: () => Promise<unknown>): () => void {
  let state: "idle" | "busy" | "wanted" = "idle";
  const start = async () => {
    state = "busy";
    const pause = new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    await Promise.allSettled([work(), pause]);
    return end();
  };
  const end = () => {
    const isWanted = state === "wanted";
    state = "idle";
    if (isWanted) void start();
  };
  return () => {
    if (state === "idle") void start();
    else state = "wanted";
  };
}

/** Within this time, the tab has refetched its own changes. */
const OWN_MS = 1000;

/** Returns a function that refetches data affected by a message. A burst causes at most two refetches a second. */
export function createRefresh(utils: Utils): (message: LiveMessage) => void {
  const rules = slices
    .flatMap(({ refresh = [] }) => refresh)
    .map(({ isAffected, refetch }) => ({
      isAffected,
      refresh: atMostTwiceASecond(() => Promise.all(refetch(utils))),
    }));
  const refreshNewsOfOthers = atMostTwiceASecond(() =>
    Promise.all([utils.events.since.invalidate(), utils.events.unseen.invalidate()]),
  );
  const refreshAll = (changes: readonly Pick<LiveChange, "kind" | "verb">[]) => {
    for (const { isAffected, refresh } of rules) if (changes.some(isAffected)) refresh();
  };
  const refreshInbox = atMostTwiceASecond(() => utils.inbox.list.invalidate());
  return ({ changes, all, inboxOpen }) => {
    // The reply to a request in flight may be older.
    if (inboxOpen !== undefined) void utils.inbox.count.cancel();
    if (inboxOpen !== undefined && inboxOpen !== utils.inbox.count.getData()?.open) {
      utils.inbox.count.setData(undefined, { open: inboxOpen });
      refreshInbox();
    }
    const own = changes.filter(({ isOwn }) => isOwn);
    const others = changes.filter(({ isOwn }) => !isOwn);
    // The exact events are unknown: a tool may have been deleted with its articles.
    refreshAll([...all.map((kind) => ({ kind, verb: "deleted" as const })), ...others]);
    if (all.length + others.length > 0) refreshNewsOfOthers();
    if (own.length === 0) return;
    setTimeout(() => refreshAll(own.filter((change) => !isLoaded(utils, change))), OWN_MS);
  };
}

/** True if this tab's list already has the changed item. */
function isLoaded(utils: Utils, { kind, itemId, verb, detail }: LiveChange): boolean {
  const section = sections.find((one) => one.kind === kind);
  const item = section?.loadedItems?.(utils)?.find(({ id }) => id === itemId);
  if (detail.comment !== undefined) return false;
  if (verb === "deleted" || verb === "purged") return item === undefined;
  return item !== undefined && detail.revision !== undefined && item.revision >= detail.revision;
}
