import type { trpc } from "#client/api/trpc.ts";
import type { ItemKind } from "#shared/kernel/item-address.ts";
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

type Utils = ReturnType<typeof trpc.useUtils>;

/** Groups of data that change together. */
type Topic = "tools" | "prompts" | "readings" | "news" | "papers" | "links";

/** Refetches on the next visit, because the current content must not move. */
const LATER = { refetchType: "none" } as const;

/**
 * Queries to refetch by topic after another user's change. Hidden ones are refetched when they are next shown.
 * Versions are excluded: an open history reports a newer one without moving.
 */
const REFRESH: Record<Topic, (utils: Utils) => Promise<void>[]> = {
  tools: ({ tools, verdicts, links, search }) => [
    tools.list.invalidate(),
    tools.names.invalidate(),
    tools.get.invalidate(),
    verdicts.invalidate(),
    // Names become links in place. Related items are loaded when an item is opened.
    links.named.invalidate(),
    search.all.invalidate(undefined, LATER),
  ],
  prompts: ({ prompts, assistants, links, search }) => [
    prompts.list.invalidate(),
    prompts.get.invalidate(),
    assistants.ofPrompt.invalidate(),
    assistants.settings.invalidate(),
    links.named.invalidate(),
    search.all.invalidate(undefined, LATER),
  ],
  readings: ({ readings, comments, links, search }) => [
    readings.list.invalidate(),
    readings.get.invalidate(),
    comments.list.invalidate(undefined, LATER),
    links.named.invalidate(),
    search.all.invalidate(undefined, LATER),
  ],
  news: ({ news, links, search }) => [
    news.status.invalidate(),
    news.perDay.invalidate(),
    news.list.invalidate(undefined, LATER),
    links.named.invalidate(),
    search.all.invalidate(undefined, LATER),
  ],
  papers: ({ papers, links, search }) => [
    papers.status.invalidate(),
    papers.stats.invalidate(),
    papers.get.invalidate(),
    papers.list.invalidate(undefined, LATER),
    links.named.invalidate(),
    search.all.invalidate(undefined, LATER),
  ],
  links: ({ links }) => [links.of.invalidate(), links.named.invalidate(), links.list.invalidate()],
};

const TOPICS: Record<ItemKind, readonly Topic[]> = {
  tool: ["tools"],
  article: ["news"],
  paper: ["papers"],
  prompt: ["prompts"],
  reading: ["readings"],
};

/** Events of a tool that also affect its articles: deletion, restoration and fetching. */
const WITH_NEWS: ReadonlySet<LiveChange["verb"]> = new Set(["deleted", "restored", "fetched"]);

function topicsOf({ kind, verb }: Pick<LiveChange, "kind" | "verb">): readonly Topic[] {
  if (verb === "linked") return ["links"];
  return kind === "tool" && WITH_NEWS.has(verb) ? ["tools", "news"] : TOPICS[kind];
}

/** Within this time, the tab has refetched its own changes. */
const OWN_MS = 1000;

/** Returns a function that refetches data affected by a message. A burst causes at most two refetches a second. */
export function createRefresh(utils: Utils): (message: LiveMessage) => void {
  const refresh = {
    tools: atMostTwiceASecond(() => Promise.all(REFRESH.tools(utils))),
    prompts: atMostTwiceASecond(() => Promise.all(REFRESH.prompts(utils))),
    readings: atMostTwiceASecond(() => Promise.all(REFRESH.readings(utils))),
    news: atMostTwiceASecond(() => Promise.all(REFRESH.news(utils))),
    papers: atMostTwiceASecond(() => Promise.all(REFRESH.papers(utils))),
    links: atMostTwiceASecond(() => Promise.all(REFRESH.links(utils))),
  };
  const refreshNewsOfOthers = atMostTwiceASecond(() =>
    Promise.all([utils.events.since.invalidate(), utils.events.unseen.invalidate()]),
  );
  const refreshAll = (topics: readonly Topic[]) => {
    for (const topic of new Set(topics)) refresh[topic]();
  };
  return ({ changes, all }) => {
    const own = changes.filter(({ isOwn }) => isOwn);
    const others = changes.filter(({ isOwn }) => !isOwn);
    // The exact events are unknown: a tool may have been deleted with its articles.
    const ofKinds = all.flatMap((kind) => topicsOf({ kind, verb: "deleted" }));
    refreshAll([...ofKinds, ...others.flatMap(topicsOf)]);
    if (all.length + others.length > 0) refreshNewsOfOthers();
    if (own.length === 0) return;
    setTimeout(() => {
      refreshAll(own.filter((change) => !isKnown(utils, change)).flatMap(topicsOf));
    }, OWN_MS);
  };
}

/** True if this tab's list already has the changed item. */
function isKnown(utils: Utils, { kind, itemId, verb, detail }: LiveChange): boolean {
  const item = knownItems(utils, kind)?.find(({ id }) => id === itemId);
  if (detail.comment !== undefined) return false;
  if (verb === "deleted" || verb === "purged") return item === undefined;
  return item !== undefined && detail.revision !== undefined && item.revision >= detail.revision;
}

function knownItems(
  { tools, prompts, readings }: Utils,
  kind: ItemKind,
): readonly { id: string; revision: number }[] | undefined {
  switch (kind) {
    case "tool":
      return tools.list.getData({})?.items;
    case "prompt":
      return prompts.list.getData({})?.items;
    case "reading":
      return readings.list.getData({})?.items;
    default:
      return undefined;
  }
}
