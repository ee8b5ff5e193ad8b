import { readDatabase } from "#db/open-for-reading.ts";
import { invalid } from "#server/errors.ts";
import { toolStore } from "#server/features/tools/tools.queries.ts";
import { selectItems } from "#server/kernel/exports/export.task.ts";
import type { DeckKind } from "#shared/export.ts";
import type { Radar } from "#shared/verdicts/verdicts.ts";

import { overviewAsSlides, toolsAsSlides } from "./as-slides.ts";
import { findLogos } from "./logos.task.ts";

export interface DeckExport {
  databaseUrl: string;
  /** Ids of selected tools. Undefined for all tools. */
  ids?: readonly string[] | undefined;
  now: Date;
  /** The verdicts on these tools. */
  radar: Radar;
  deck: DeckKind;
}

/**
 * Maximum number of tools in a deck. A deck of this size takes 3 s and 275 MB; twice as many would exceed a task's
 * memory limit.
 */
export const MAX_DECK_TOOLS = 1000;

/** Writes tools as a PowerPoint deck. Throws 400 if there are too many. */
export const writeDeck = ({ databaseUrl, ids, now, radar, deck }: DeckExport): Promise<Uint8Array> =>
  readDatabase(databaseUrl, async (db) => {
    const tools = [];
    for await (const tool of selectItems(db, toolStore, ids && new Set(ids), "tool")) {
      tools.push(tool);
      if (tools.length > MAX_DECK_TOOLS) throw tooManyTools();
    }
    const writeSlides = deck === "overview" ? overviewAsSlides : toolsAsSlides;
    return writeSlides(tools, await findLogos(db, tools), now, radar);
  });

const tooManyTools = () =>
  invalid(
    `A slide deck can have at most ${MAX_DECK_TOOLS.toLocaleString("en-US")} tools. Select fewer, or export all of them as Markdown, CSV or JSON.`,
    "selectedIds",
  );
