import type { Utils } from "#client/slice.ts";
import { sections, slices } from "#client/slices.ts";
import type { LiveChange, LiveMessage } from "#shared/kernel/ledger.ts";

/** Minimum time between two refetches. The second of two changes is still visible within a second. */
const PAUSE_MS = 500;

/**
 * Returns a function that runs `work` immediately. Calls during a run cause one more run. Runs never overlap, and there
 * are at most two per second.
 */
export function throttle(work: () => Promise<unknown>): () => void {
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

/** Time after which the tab has refetched its own changes. */
const OWN_REFETCH_MS = 1000;

/**
 * Returns a function that refetches data affected by a message. A burst of messages causes at most two refetches per
 * second.
 */
export function createRefresh(utils: Utils): (message: LiveMessage) => void {
  const rules = slices
    .flatMap(({ refresh = [] }) => refresh)
    .map(({ isAffected, refetch }) => ({
      isAffected,
      refresh: throttle(() => Promise.all(refetch(utils))),
    }));
  const refreshActivity = throttle(() =>
    Promise.all([utils.events.since.invalidate(), utils.events.unseen.invalidate()]),
  );
  const refreshAll = (changes: readonly Pick<LiveChange, "kind" | "verb">[]) => {
    for (const { isAffected, refresh } of rules) if (changes.some(isAffected)) refresh();
  };
  const refreshInbox = throttle(() => utils.inbox.list.invalidate());
  return ({ changes, all, inboxOpen }) => {
    // The reply to a running request may be older than this message.
    if (inboxOpen !== undefined) void utils.inbox.count.cancel();
    if (inboxOpen !== undefined && inboxOpen !== utils.inbox.count.getData()?.open) {
      utils.inbox.count.setData(undefined, { open: inboxOpen });
      refreshInbox();
    }
    const ownChanges = changes.filter(({ isOwn }) => isOwn);
    const otherChanges = changes.filter(({ isOwn }) => !isOwn);
    // The exact events of `all` are unknown. Deletion is assumed, because it affects most: a deleted tool also removes
    // articles.
    refreshAll([...all.map((kind) => ({ kind, verb: "deleted" as const })), ...otherChanges]);
    if (all.length + otherChanges.length > 0) refreshActivity();
    if (ownChanges.length === 0) return;
    setTimeout(() => refreshAll(ownChanges.filter((change) => !isLoaded(utils, change))), OWN_REFETCH_MS);
  };
}

/** True if this tab's list already contains the change. */
function isLoaded(utils: Utils, { kind, itemId, verb, detail }: LiveChange): boolean {
  const section = sections.find((one) => one.kind === kind);
  const item = section?.loadedItems?.(utils)?.find(({ id }) => id === itemId);
  if (detail.comment !== undefined) return false;
  if (verb === "deleted" || verb === "purged") return item === undefined;
  return item !== undefined && detail.revision !== undefined && item.revision >= detail.revision;
}
