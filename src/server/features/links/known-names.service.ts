import type { App } from "#server/app.ts";
import { lazy } from "#shared/lazy.ts";
import { isPersonsOnly } from "#shared/mentions/ambiguity.ts";
import { ownHost } from "#shared/mentions/hosts.ts";
import type { CountOf, Name, NameFinder } from "#shared/mentions/mentions.ts";
import { createNameCounter, type Seen } from "#shared/mentions/name-counts.ts";
import { createNameFinder } from "#shared/mentions/name-finder.ts";
import { foldName } from "#shared/mentions/names.ts";
import { ToolHosts } from "#shared/mentions/tool-hosts.ts";

import { listAllAliases, listNameCounts, listNamedTools } from "./known-names.queries.ts";

type Db = App["db"];

/** A tool with all that it is known by. */
export interface KnownTool {
  id: string;
  name: string;
  /** Its name, then its other names. */
  names: readonly string[];
  /** The host that is its alone; empty for none. */
  host: string;
}

/** The names that texts are read for. */
export interface KnownNames {
  tools: ReadonlyMap<string, KnownTool>;
  /** The targets are ids of tools. */
  finder: NameFinder;
  /** The same. */
  hosts: ToolHosts;
  countOf: CountOf;
  isPersonsOnly: (name: string) => boolean;
  /** Counts in a text how the names stand there. */
  countIn: (text: string) => ReadonlyMap<string, Seen>;
}

type Names = Pick<App, "db" | "marks">;

const keptByMarks = new WeakMap<App["marks"], { mark: string; known: KnownNames }>();

/** All names of tools as they are now; read again once one of them changes. */
export async function knownNames({ db, marks }: Names): Promise<KnownNames> {
  // Read before the data: what is kept may only be newer than its mark, never older.
  const mark = marks.readNames();
  const kept = keptByMarks.get(marks);
  if (kept?.mark === mark) return kept.known;
  const known = await readNames(db);
  keptByMarks.set(marks, { mark, known });
  return known;
}

async function readNames(db: Db): Promise<KnownNames> {
  const rows = await listNamedTools(db);
  const aliases = Map.groupBy(await listAllAliases(db), ({ toolId }) => toolId);
  const counts = new Map((await listNameCounts(db)).map((count) => [count.folded, count]));
  const countOf: CountOf = (folded) => counts.get(folded);
  const tools = new Map<string, KnownTool>();
  const names: Name[] = [];
  for (const { id, name, company, url } of rows) {
    const all = [name, ...(aliases.get(id) ?? []).map(({ spelled }) => spelled)];
    tools.set(id, { id, name, names: all, host: ownHost(url) });
    names.push(...all.map((one) => ({ target: id, name: one, company, url })));
  }
  const counter = lazy(() => createNameCounter(names));
  return {
    tools,
    finder: createNameFinder(names, countOf),
    hosts: new ToolHosts(rows.map(({ id, url }) => ({ target: id, url }))),
    countOf,
    isPersonsOnly: (name) => isPersonsOnly(name, countOf),
    countIn: (text) => counter()(text),
  };
}

/** Those names of a tool that nobody has looked for yet, and its host if nobody has looked for that. */
export const unknownNamesOf = ({ countOf }: KnownNames, { names, host }: KnownTool): string[] =>
  [...names, ...(host === "" ? [] : [host])].filter((name) => {
    const folded = foldName(name);
    return folded !== "" && countOf(folded) === undefined;
  });
