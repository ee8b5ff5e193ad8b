import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

import Database from "better-sqlite3";
import { sql } from "kysely";

import { databaseFileOf, isFileUrl } from "#db/database-url.ts";
import type { Db } from "#db/database.ts";
import { readDatabase } from "#db/open-for-reading.ts";

/** An acknowledged write: a new tool, or the new text of a prompt. */
interface Saved {
  kind: "tool" | "prompt";
  id: string;
  /** Increases with every edit of a prompt. */
  number: number;
}

/** A file of acknowledged writes, one line for each reply, written as soon as it arrives. */
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

/** The number of calls by status; calls without a reply count as "none". */
export type Outcomes = Map<number | "none", number>;

/** Makes several people write at once, each one request after the other, whether the server runs or not. */
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

/** The pause before retrying an unavailable server. */
const PAUSE_MS = 20;

/** The id of the saved item, if any. */
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

/** Problems of a database after interrupted writes; none if each list is empty. */
interface Losses {
  /** Acknowledged but missing. */
  lost: Saved[];
  /** Stored without its companions, or the reverse. */
  halfWritten: string[];
  damage: string[];
}

/** Compares a database, which a server may have open, with the server's acknowledged writes. */
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

/** A tool, a prompt and an edit are stored together with their events and versions. */
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

export function findDamage(file: string): string[] {
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
