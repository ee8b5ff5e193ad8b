import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

import Database from "better-sqlite3";

/** What a server said it has saved: a new tool, or the text that a prompt has from then on. */
interface Saved {
  kind: "tool" | "prompt";
  id: string;
  /** Grows with every edit of a prompt. */
  number: number;
}

/** A file of what was acknowledged, a line for each reply, written as soon as it has come. */
export interface Ledger {
  note(saved: Saved): void;
  read(): Saved[];
}

export const openLedger = (file: string): Ledger => ({
  note(saved) {
    appendFileSync(file, `${JSON.stringify(saved)}\n`);
  },
  read: () =>
    existsSync(file)
      ? readFileSync(file, "utf8")
          .split("\n")
          .filter(Boolean)
          .map((line) => JSON.parse(line))
      : [],
});

export interface LoadOptions {
  origin: string;
  cookie: string;
  ledger: Ledger;
  writers: number;
  /** Ends the load. */
  signal: AbortSignal;
}

/** What came of the calls, by status; calls that got no reply count as "none". */
export type Outcomes = Map<number | "none", number>;

/** Has several people write at once, each one thing after the other, whether the server is up or not. */
export async function writeUnderLoad({ writers, ...options }: LoadOptions): Promise<Outcomes> {
  const outcomes: Outcomes = new Map();
  await Promise.all(
    Array.from({ length: writers }, (_, index) => write({ ...options, outcomes }, `Writer ${index}`)),
  );
  return outcomes;
}

interface Writing extends Omit<LoadOptions, "writers"> {
  outcomes: Outcomes;
}

/** Adds a tool, then edits a prompt, and so on. */
async function write(writing: Writing, name: string): Promise<void> {
  const { ledger, signal } = writing;
  let prompt: string | undefined;
  for (let number = 1; !signal.aborted; number += 1) {
    const tool = await call(writing, "POST", "/api/ai-tools", { name: `${name}, ${number}`, tags: ["load"] });
    if (tool !== undefined) ledger.note({ kind: "tool", id: tool, number: 0 });
    const text = { name, prompt: `Sing ${number}` };
    const saved = await (prompt === undefined
      ? call(writing, "POST", "/api/prompts", text)
      : call(writing, "PUT", `/api/prompts/${prompt}`, text));
    prompt ??= saved;
    if (saved !== undefined) ledger.note({ kind: "prompt", id: saved, number });
  }
}

/** A server that is away is asked again after so long. */
const PAUSE_MS = 20;

/** The id of what was saved, if it was. */
async function call(
  { origin, cookie, signal, outcomes }: Writing,
  method: string,
  path: string,
  body: unknown,
): Promise<string | undefined> {
  const count = (outcome: number | "none") => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  try {
    const reply = await fetch(origin + path, {
      method,
      headers: { cookie, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const saved = await reply.json();
    count(reply.status);
    if (reply.ok) return saved.id;
  } catch {
    if (!signal.aborted) count("none");
  }
  await wait(PAUSE_MS);
  return undefined;
}

/** What is wrong with a database after writers were cut off; nothing, where each list is empty. */
interface Losses {
  /** Acknowledged and not there. */
  lost: Saved[];
  /** There without what belongs to it, or the other way round. */
  halfWritten: string[];
  damage: string[];
}

/** Compares a database, which a server may have open, with what that server acknowledged. */
export function findLosses(databaseFile: string, ledger: Ledger): Losses {
  const sqlite = new Database(databaseFile, { readonly: true });
  const list = (sql: string) => sqlite.prepare<[], string>(sql).pluck().all();
  try {
    const tools = new Set(list("select id from ai_tools"));
    const prompts = new Map(
      sqlite.prepare<[], [string, string]>("select id, prompt from prompts").raw().all(),
    );
    const numberOf = (id: string) => Number(prompts.get(id)?.split(" ")[1] ?? 0);
    return {
      lost: ledger
        .read()
        .filter(({ kind, id, number }) => (kind === "tool" ? !tools.has(id) : numberOf(id) < number)),
      halfWritten: HALF_WRITTEN.flatMap((sql) => list(sql)),
      damage: [
        ...list("pragma integrity_check").filter((line) => line !== "ok"),
        ...list('select "table" from pragma_foreign_key_check'),
      ],
    };
  } finally {
    sqlite.close();
  }
}

/** A tool, a prompt and an edit go into the database together with their events and versions. */
const HALF_WRITTEN = [
  `select id from ai_tools
   where id not in (select itemId from events where kind = 'tool' and verb = 'added')`,
  `select itemId from events where kind = 'tool' and verb = 'added' and itemId not in (select id from ai_tools)`,
  `select id from prompts
   where revision - 1 <> (select count(*) from events where itemId = prompts.id and verb = 'edited')
   or revision <> (select count(*) from item_versions where itemId = prompts.id)`,
];
