import { useState } from "react";

import type { LiveChange, LiveMessage } from "#shared/kernel/ledger.ts";

import { useLiveChanges } from "./use-live-changes.ts";

/** What others have brought since: how much, `null` where that is not known; 0 for nothing. */
export type Brought = number | null;

/** A page that has just been loaded is told of what happened meanwhile too, which its lists may have already. */
const LOADING_MS = 10_000;

/**
 * The articles or papers that others, or StackLoop itself, have brought since the list of them was read at `readAt`; 0
 * as long as it has not been read.
 */
export function useBrought(
  kind: "article" | "paper",
  readAt: number,
): { brought: Brought; forget: () => void } {
  const [brought, setBrought] = useState<Brought>(0);
  /** What was told before there was a list that may have it already. */
  const [early, setEarly] = useState<readonly LiveMessage[]>([]);
  const add = (messages: readonly LiveMessage[]) =>
    setBrought((last) => messages.map((message) => broughtBy(message, kind)).reduce(addBrought, last));
  if (readAt > 0 && early.length > 0) {
    setEarly([]);
    add(early.map((message) => toldAfter(readAt, message)));
  }
  useLiveChanges((message) => {
    if (readAt === 0) setEarly((messages) => [...messages, message]);
    else add([performance.now() < LOADING_MS ? toldAfter(readAt, message) : message]);
  });
  return { brought, forget: () => setBrought(0) };
}

/** Without what the list has. The clocks differ a little, so that it counts only where it matters. */
const toldAfter = (readAt: number, { changes }: LiveMessage): LiveMessage => ({
  changes: changes.filter(({ at }) => Date.parse(at) > readAt),
  all: [],
});

const addBrought = (a: Brought, b: Brought): Brought => (a === null || b === null ? null : a + b);

/** How much a message tells of. */
export function broughtBy({ changes, all }: LiveMessage, kind: "article" | "paper"): Brought {
  if (all.includes(kind)) return null;
  return changes.reduce((sum, change) => sum + (change.isOwn ? 0 : countIn(change, kind)), 0);
}

function countIn({ verb, kind: of, detail }: LiveChange, kind: "article" | "paper"): number {
  if (verb !== "fetched") return 0;
  if (of === kind) return detail.count ?? 0;
  // What a person had looked for is told of the tool.
  return of === "tool" && kind === "article" ? (detail.articles ?? 0) : 0;
}
