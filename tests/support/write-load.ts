import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

import Database from "better-sqlite3";
import { sql } from "kysely";

import { databaseFileOf, isFileUrl } from "#db/database-url.ts";
import type { Db } from "#db/database.ts";
import { readDatabase } from "#db/open.ts";

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
export async function findLosses(url: string, ledger: Ledger): Promise<Losses> {
  const { tools, prompts, halfWritten } = await readDatabase(url, async (db) => ({
    tools: await db.selectFrom("ai_tools").select("id").execute(),
    prompts: await db.selectFrom("prompts").select(["id", "prompt"]).execute(),
    halfWritten: await findHalfWritten(db),
  }));
  const kept = new Set(tools.map(({ id }) => id));
  const texts = new Map(prompts.map(({ id, prompt }) => [id, prompt]));
  const numberOf = (id: string) => Number(texts.get(id)?.split(" ")[1] ?? 0);
  return {
    lost: ledger
      .read()
      .filter(({ kind, id, number }) => (kind === "tool" ? !kept.has(id) : numberOf(id) < number)),
    halfWritten,
    damage: isFileUrl(url) ? findDamage(databaseFileOf(url)) : [],
  };
}

/** A tool, a prompt and an edit go into the database together with their events and versions. */
async function findHalfWritten(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select "id" from "ai_tools"
    where "id" not in (select "itemId" from "events" where "kind" = 'tool' and "verb" = 'added')
    union all
    select "itemId" from "events"
    where "kind" = 'tool' and "verb" = 'added' and "itemId" not in (select "id" from "ai_tools")
    union all
    select "id" from "prompts"
    where "revision" - 1 <> (select count(*) from "events" where "itemId" = "prompts"."id" and "verb" = 'edited')
    or "revision" <> (select count(*) from "item_versions" where "itemId" = "prompts"."id")`.execute(db);
  return rows.map(({ id }) => id);
}

function findDamage(file: string): string[] {
  const sqlite = new Database(file, { readonly: true });
  const list = (pragma: string) => sqlite.prepare<[], string>(pragma).pluck().all();
  try {
    return [
      ...list("pragma integrity_check").filter((line) => line !== "ok"),
      ...list('select "table" from pragma_foreign_key_check'),
    ];
  } finally {
    sqlite.close();
  }
}
