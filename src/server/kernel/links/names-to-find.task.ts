/** Reads from the database the names to find in texts. Used on the main thread and in workers. */
import type { Db } from "#db/database.ts";
import { createYielder, yieldToEventLoop } from "#server/kernel/async/promises.ts";
import type { CountOf, Name, NameCount, NameFinder } from "#shared/mentions/mentions.ts";
import { isPersonsOnly } from "#shared/mentions/names/ambiguous-names.ts";
import { countNames, type Seen, createFinderOf } from "#shared/mentions/names/name-finder.ts";
import { NameTable } from "#shared/mentions/names/name-table.ts";
import { TitleHeads } from "#shared/mentions/title-heads.ts";
import { ownHost, ToolHosts, type ToolSite } from "#shared/mentions/tool-hosts.ts";

import {
  listAliasesOf,
  streamNameCounts,
  streamNamedTools,
  countLongTitles,
  listNextHeads,
} from "./known-names.queries.ts";

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

/** Tools with their names and sites. */
interface NamesOfTools {
  tools: ReadonlyMap<string, KnownTool>;
  table: NameTable<Name>;
  hosts: ToolHosts;
}

/** Reads all tools with their names. Yields to other work in between, since there may be thousands. */
export async function readNames(db: Db): Promise<NamesOfTools> {
  const tools = new Map<string, KnownTool>();
  const table = new NameTable<Name>();
  const sites: ToolSite[] = [];
  const yieldIfDue = createYielder();
  for await (const batch of streamNamedTools(db)) {
    const ids = batch.map(({ id }) => id);
    const aliases = Map.groupBy(await listAliasesOf(db, ids), ({ toolId }) => toolId);
    for (const { id, name, company, url } of batch) {
      const names = [name, ...(aliases.get(id) ?? []).map(({ spelled }) => spelled)];
      tools.set(id, { id, name, names, host: ownHost(url) });
      for (const eachName of names) table.add({ target: id, name: eachName, company, url });
      sites.push({ target: id, url });
      await yieldIfDue();
    }
  }
  await yieldToEventLoop();
  return { tools, table, hosts: new ToolHosts(sites) };
}

/** Reads the statistics of all names, by normalized name. */
export async function readNameCounts(db: Db): Promise<ReadonlyMap<string, NameCount>> {
  const counts = new Map<string, NameCount>();
  for await (const batch of streamNameCounts(db)) for (const count of batch) counts.set(count.folded, count);
  return counts;
}

export function createKnownNames(
  { tools, table, hosts }: NamesOfTools,
  counts: ReadonlyMap<string, NameCount>,
): KnownNames {
  const countOf: CountOf = (folded) => counts.get(folded);
  return {
    tools,
    finder: createFinderOf(table, countOf),
    hosts,
    countOf,
    isPersonsOnly: (name) => isPersonsOnly(name, countOf),
    countIn: (text) => countNames(table, text),
  };
}

/** Number of beginnings read at once, which takes a few milliseconds. */
const HEADS_BATCH_SIZE = 5000;

/** Reads the beginnings of all titles from the database. */
export async function readHeads(db: Db): Promise<TitleHeads> {
  const all = new TitleHeads(await countLongTitles(db));
  for (let after: string | undefined = ""; after !== undefined;) {
    const heads: string[] = await listNextHeads(db, after, HEADS_BATCH_SIZE);
    for (const head of heads) all.add(head);
    after = heads.at(-1);
    await yieldToEventLoop();
  }
  return all;
}
