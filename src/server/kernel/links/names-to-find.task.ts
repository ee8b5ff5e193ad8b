/** Reads from the database the names to find in texts. Used on the main thread and in workers. */
import type { Db } from "#db/database.ts";
import { createTimeSlices, yieldToEventLoop } from "#server/kernel/async/yield-to-event-loop.ts";
import { lazy } from "#shared/kernel/lazy.ts";
import { ownHost } from "#shared/mentions/hosts.ts";
import type { CountOf, Name, NameFinder } from "#shared/mentions/mentions.ts";
import { isPersonsOnly } from "#shared/mentions/names/ambiguity.ts";
import { createNameCounter, type Seen } from "#shared/mentions/names/name-counts.ts";
import { createNameFinder } from "#shared/mentions/names/name-finder.ts";
import { foldName } from "#shared/mentions/names/names.ts";
import { TitleHeads } from "#shared/mentions/title-heads.ts";
import { ToolHosts } from "#shared/mentions/tool-hosts.ts";

import { listAllAliases, listNameCounts, listNamedTools } from "./known-names.queries.ts";
import { countLongTitles, nextHeads } from "./long-titles.queries.ts";

/** Tool with all its names. */
export interface KnownTool {
  id: string;
  name: string;
  /** Its name, followed by its alternative names. */
  names: readonly string[];
  /** Host used by this tool alone. Empty if none. */
  host: string;
}

/** Names to find in texts. */
export interface KnownNames {
  tools: ReadonlyMap<string, KnownTool>;
  /** Its targets are tool ids. */
  finder: NameFinder;
  /** Its targets are tool ids, too. */
  hosts: ToolHosts;
  countOf: CountOf;
  isPersonsOnly: (name: string) => boolean;
  /** Counts how each name occurs in a text. */
  countIn: (text: string) => ReadonlyMap<string, Seen>;
}

/** All names of tools, read anew; step by step, since there may be thousands. */
export async function readNames(db: Db): Promise<KnownNames> {
  const rows = await listNamedTools(db);
  const aliases = Map.groupBy(await listAllAliases(db), ({ toolId }) => toolId);
  const counts = new Map((await listNameCounts(db)).map((count) => [count.folded, count]));
  const countOf: CountOf = (folded) => counts.get(folded);
  const tools = new Map<string, KnownTool>();
  const names: Name[] = [];
  const turn = createTimeSlices();
  for (const { id, name, company, url } of rows) {
    await turn();
    const all = [name, ...(aliases.get(id) ?? []).map(({ spelled }) => spelled)];
    tools.set(id, { id, name, names: all, host: ownHost(url) });
    names.push(...all.map((one) => ({ target: id, name: one, company, url })));
    // Parsing takes longest. Parsed names are cached, so that what is made of all of them below is soon done.
    for (const one of all) foldName(one);
  }
  await yieldToEventLoop();
  const hosts = new ToolHosts(rows.map(({ id, url }) => ({ target: id, url })));
  await yieldToEventLoop();
  const finder = createNameFinder(names, countOf);
  await yieldToEventLoop();
  const counter = lazy(() => createNameCounter(names));
  return {
    tools,
    finder,
    hosts,
    countOf,
    isPersonsOnly: (name) => isPersonsOnly(name, countOf),
    countIn: (text) => counter()(text),
  };
}

/** Takes a few milliseconds to read. */
const HEADS_AT_ONCE = 5000;

/** Reads the beginnings of all titles from the database. */
export async function readHeads(db: Db): Promise<TitleHeads> {
  const all = new TitleHeads(await countLongTitles(db));
  for (let after: string | undefined = ""; after !== undefined;) {
    const heads: string[] = await nextHeads(db, after, HEADS_AT_ONCE);
    for (const head of heads) all.add(head);
    after = heads.at(-1);
    await yieldToEventLoop();
  }
  return all;
}
