import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { trpc } from "#client/api/trpc.ts";
import type { LiveChange } from "#shared/kernel/ledger.ts";

import { createRefresh } from "./refresh.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const change = (changes: Partial<LiveChange>): LiveChange => ({
  seq: 1,
  at: "2026-11-21T10:00:00.000Z",
  verb: "edited",
  kind: "tool",
  itemId: "whisper",
  title: "Whisper",
  actor: null,
  isOwn: false,
  detail: { revision: 2 },
  ...changes,
});

interface Known {
  id: string;
  revision: number;
}

/** Returns the page's queries with a list of those that were reloaded. `tools` is the cached list of tools. */
function page(tools?: readonly Known[]) {
  const read: string[] = [];
  const queries = (path: string): object =>
    new Proxy(
      {},
      {
        get(_, name) {
          if (name === "getData")
            return () => (path === "tools.list" && tools ? { items: tools } : undefined);
          if (name !== "invalidate") return queries(`${path}.${String(name)}`.replace(/^\./u, ""));
          return async (_input: unknown, options?: { refetchType: string }) => {
            if (options?.refetchType !== "none") read.push(path);
          };
        },
      },
    );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- contains everything that is used
  const refresh = createRefresh(queries("") as ReturnType<typeof trpc.useUtils>);
  const notify = (changes: LiveChange[], all: LiveChange["kind"][] = []) => refresh({ changes, all });
  return { read, notify };
}

test("reloads only the links of an item after other people's link changes", () => {
  const { read, notify } = page();
  notify([change({ verb: "linked", detail: { other: { kind: "reading", id: "emma" }, change: "added" } })]);
  expect(read).toEqual(["links.of", "links.named", "links.list", "events.since", "events.unseen"]);
});

test("reloads other people's changes at once without moving the current view", () => {
  const { read, notify } = page();
  notify([change({})]);
  expect(read).toEqual([
    "tools.list",
    "tools.names",
    "tools.get",
    "verdicts",
    "ratings",
    "links.named",
    "events.since",
    "events.unseen",
  ]);
  notify([change({ kind: "reading", verb: "commented", detail: { comment: "c1" } })]);
  expect(read).toContain("readings.list");
  expect(read).not.toContain("comments.list");
  notify([change({ kind: "article", verb: "fetched", detail: { count: 12 } })]);
  expect(read).toContain("news.status");
  expect(read).not.toContain("news.list");
});

test("reloads the news when a tool is deleted, restored or fetched", () => {
  for (const verb of ["deleted", "restored", "fetched"] as const) {
    const { read, notify } = page();
    notify([change({ verb })]);
    expect(read).toEqual(expect.arrayContaining(["tools.list", "news.perDay"]));
  }
});

test("reloads everything of a kind after too many changes", () => {
  const { read, notify } = page();
  notify([], ["prompt", "paper"]);
  expect(read).toEqual(expect.arrayContaining(["prompts.list", "papers.stats"]));
  expect(read).not.toContain("tools.list");
});

test("reloads the user's own change only in other tabs", async () => {
  for (const [own, tools, isRead] of [
    [change({ isOwn: true }), [{ id: "whisper", revision: 2 }], false],
    [change({ isOwn: true }), [{ id: "whisper", revision: 1 }], true],
    [change({ isOwn: true }), undefined, true],
    [change({ isOwn: true, verb: "added", detail: { revision: 1 } }), [], true],
    [change({ isOwn: true, verb: "deleted", detail: {} }), [], false],
    [change({ isOwn: true, verb: "deleted", detail: {} }), [{ id: "whisper", revision: 2 }], true],
  ] as const) {
    const { read, notify } = page(tools);
    notify([own]);
    expect(read).toEqual([]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(read.includes("tools.list")).toBe(isRead);
  }
});
