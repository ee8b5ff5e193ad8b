import type { JobWork } from "./app.ts";

/** Takes note of a source that failed, while the others are asked. */
export type ReportError = JobWork["reportError"];

/** How many things a run works on at once; the way out takes care of each host. */
const AT_ONCE = 4;

/** Works on a few items at once, in their order. */
export async function forEach<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const item of queue) await work(item);
    }),
  );
}

/** What a source finds; nothing when it fails, which is told. */
export async function orNothing<Item>(
  reportError: ReportError,
  source: string,
  ask: () => Promise<Item[]>,
): Promise<Item[]> {
  try {
    return await ask();
  } catch (error) {
    reportError(source, error);
    return [];
  }
}

/** What fails for one tool fails for the next hundred too: the report needs it once. */
export function oncePerSource(reportError: ReportError): ReportError {
  const told = new Set<string>();
  return (source, error) => {
    if (!told.has(source)) reportError(source, error);
    told.add(source);
  };
}

/** The sources that a run asks. */
export interface Sources {
  /** What a source finds; nothing when it fails, which is told once. */
  ask<Item>(source: string, ask: () => Promise<Item[]>): Promise<Item[]>;
  /** How many have answered so far, with or without a find. */
  answered(): number;
}

/** Asks sources and counts which of them answer. */
export function tallySources(reportError: ReportError): Sources {
  const tell = oncePerSource(reportError);
  const answered = new Set<string>();
  return {
    ask: (source, ask) =>
      orNothing(tell, source, async () => {
        const found = await ask();
        answered.add(source);
        return found;
      }),
    answered: () => answered.size,
  };
}
