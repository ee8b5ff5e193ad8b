import { z } from "zod";

import { aliasProblem } from "#shared/alias-rules.ts";
import { formatIssue } from "#shared/issue-words.ts";
import { newAliasSchema } from "#shared/links.ts";
import { RINGS } from "#shared/rings.ts";
import { TEXT_LIMITS } from "#shared/text-rules.ts";
import { optionalLine } from "#shared/text.ts";
import { ballotSchema, decisionSchema } from "#shared/verdicts.ts";

import type { ImportNote } from "./request.ts";
import { TOOL_MEMORY_LABELS, type ToolMemoryColumn } from "./tool-memory-columns.ts";

/** More verdicts or votes than any tool has. */
const MOST_OF_A_TOOL = 500;

const username = z.string("Say who it was").max(TEXT_LIMITS.name);
const time = z.iso
  .datetime("Give a time, as in 2026-11-24T10:00:00Z")
  .transform((text) => new Date(text).toISOString());

const fileVerdictSchema = decisionSchema
  .pick({ ring: true, reason: true, clearance: true, lookAgainOn: true, evidence: true })
  .extend({
    /** A username. */
    decidedBy: username.nullish().transform((name) => name ?? null),
    decidedAt: time,
    toolVersion: optionalLine(TEXT_LIMITS.tag),
  })
  .strip();
export type FileVerdict = z.infer<typeof fileVerdictSchema>;

const fileVoteSchema = z.object({
  /** A username. */
  user: username,
  ring: z.enum(RINGS, "Choose a ring"),
  note: ballotSchema.shape.note,
  votedAt: time,
});
export type FileVote = z.infer<typeof fileVoteSchema>;

/** What a team remembers of a tool beside its fields, as a JSON file holds it. */
export interface ToolMemory {
  /** As they are spelled. */
  aliases: string[];
  /** The oldest first. */
  verdicts: FileVerdict[];
  votes: FileVote[];
}

/**
 * Reads what a row says of a tool beside its fields. Of other names each stands alone; a history of verdicts or votes of
 * which one is wrong is left out as a whole, with a note on what is wrong with it.
 */
export function readToolMemory(
  row: unknown,
  columns: readonly ToolMemoryColumn[],
  now: Date,
): { memory: ToolMemory; notes: ImportNote[] } {
  const notes: ImportNote[] = [];
  const cell = (column: ToolMemoryColumn) => (columns.includes(column) ? listIn(row, column) : []);
  const aliases = cell("aliases").flatMap((alias) => {
    const problem = wrongAlias(alias);
    if (problem === null) return String(alias).trim();
    notes.push(omitted("aliases", problem, alias));
    return [];
  });
  const latest = now.toISOString();
  const read = <Item>(
    column: "verdicts" | "votes",
    schema: z.ZodType<Item>,
    timeOf: (item: Item) => string,
  ) => {
    const list = cell(column);
    const { items, problem } = readList(list, schema, (item) => timeOf(item) <= latest);
    if (problem !== null) notes.push(omitted(column, problem, list));
    return items.toSorted((a, b) => (timeOf(a) < timeOf(b) ? -1 : 1));
  };
  return {
    memory: {
      aliases,
      verdicts: read("verdicts", fileVerdictSchema, ({ decidedAt }) => decidedAt),
      votes: read("votes", fileVoteSchema, ({ votedAt }) => votedAt),
    },
    notes,
  };
}

/** The items of a cell that holds a list; none for any other. */
function listIn(row: unknown, column: string): readonly unknown[] {
  if (typeof row !== "object" || row === null || !Object.hasOwn(row, column)) return [];
  const cell: unknown = Object.entries(row).find(([name]) => name === column)?.[1];
  return Array.isArray(cell) ? cell : [];
}

function wrongAlias(alias: unknown): string | null {
  const { success, data = "", error } = newAliasSchema.shape.alias.safeParse(alias, { error: formatIssue });
  const problem = success ? aliasProblem(data) : (error.issues[0]?.message ?? "");
  return problem === null ? null : lowerFirst(problem);
}

function readList<Item>(
  list: readonly unknown[],
  schema: z.ZodType<Item>,
  hasHappened: (item: Item) => boolean,
): { items: Item[]; problem: string | null } {
  if (list.length > MOST_OF_A_TOOL) return { items: [], problem: `more than ${MOST_OF_A_TOOL}` };
  const items: Item[] = [];
  for (const [index, one] of list.entries()) {
    const { success, data, error } = schema.safeParse(one, { error: formatIssue });
    if (success && hasHappened(data)) {
      items.push(data);
      continue;
    }
    const message = success ? "It lies in the future" : (error.issues[0]?.message ?? "");
    return { items: [], problem: `number ${index + 1}: ${lowerFirst(message)}` };
  }
  return { items, problem: null };
}

const lowerFirst = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1);

const MAX_EXCERPT_LENGTH = 100;

/** A note on something that a row tells and that isn't taken over. */
export const omitted = (
  column: ToolMemoryColumn | "evidence" | "decidedBy",
  why: string,
  value: unknown,
): ImportNote => ({
  field: column,
  kind: "omitted",
  message: `${TOOL_MEMORY_LABELS[column]} left out: ${why}`,
  value: (typeof value === "string" ? value : JSON.stringify(value)).slice(0, MAX_EXCERPT_LENGTH),
});
