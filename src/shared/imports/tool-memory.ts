import { isRecord, isText } from "#shared/imports/files/json-text.ts";
import { newAliasSchema } from "#shared/links/links.ts";
import { findAliasIssue } from "#shared/mentions/names/names.ts";
import { formatIssue } from "#shared/operations/issue-words.ts";
import { MAX_REASON_LENGTH, type Ring, RINGS } from "#shared/verdicts/rings.ts";

import type { ImportNote } from "./request.ts";

/** Columns of tools that aren't fields, as JSON files contain them. */
export const TOOL_MEMORY_COLUMNS = ["aliases", "ring", "reason"] as const;
/** Columns of older files that are reported but not imported. */
export const IGNORED_TOOL_COLUMNS = ["verdicts", "votes"] as const;

export const TOOL_MEMORY_LABELS = {
  aliases: "Also known as",
  ring: "Ring",
  verdicts: "Verdicts and their evidence",
  votes: "Votes",
} as const;
type LabelledColumn = keyof typeof TOOL_MEMORY_LABELS;

/** Alternative names of a tool, unfolded, and its current verdict. */
export interface ToolMemory {
  aliases: string[];
  verdict: { ring: Ring; reason: string } | null;
}

const DEFAULT_REASON = "Imported from a file";

/** Reads the columns of a row that are not fields of a tool, with notes on omitted values. */
export function readToolMemory(
  row: unknown,
  columns: readonly string[],
): { memory: ToolMemory; notes: ImportNote[] } {
  const notes: ImportNote[] = [];
  const cell = (column: string): unknown =>
    isRecord(row) && columns.includes(column) && Object.hasOwn(row, column) ? row[column] : undefined;
  const aliases = listIn(cell("aliases")).flatMap((alias) => {
    const problem = findAliasProblem(alias);
    if (problem === null) return String(alias).trim();
    notes.push(noteOmitted("aliases", problem, alias));
    return [];
  });
  const ringCell = cell("ring");
  const ring = readRing(ringCell);
  if (ring === null && isText(ringCell) && ringCell.trim() !== "")
    notes.push(noteOmitted("ring", "not one of Adopt, Trial, Assess and Hold", ringCell));
  for (const column of IGNORED_TOOL_COLUMNS) {
    const list = cell(column);
    if (Array.isArray(list) && list.length > 0)
      notes.push(noteOmitted(column, "only a backup or the command “copy” includes them", list));
  }
  const reason = readReason(cell("reason")) || DEFAULT_REASON;
  return { memory: { aliases, verdict: ring && { ring, reason } }, notes };
}

const listIn = (cell: unknown): readonly unknown[] => {
  if (Array.isArray(cell)) return cell;
  return isText(cell) ? cell.split(/[,;|\n]/u).filter((name) => name.trim() !== "") : [];
};

function findAliasProblem(alias: unknown): string | null {
  const { success, data = "", error } = newAliasSchema.shape.alias.safeParse(alias, { error: formatIssue });
  const problem = success ? findAliasIssue(data) : (error.issues[0]?.message ?? "");
  return problem === null ? null : problem.charAt(0).toLowerCase() + problem.slice(1);
}

/** Returns the ring with this name in any case, or with this index from the innermost, as in Zalando's radar. */
const readRing = (cell: unknown): Ring | null =>
  (typeof cell === "number"
    ? RINGS[cell]
    : RINGS.find((ring) => isText(cell) && ring === cell.trim().toLowerCase())) ?? null;

const textOfHtml = (cell: unknown): string => (isText(cell) ? cell.replaceAll(/<[^<>]*>/gu, " ").trim() : "");

/** Returns the reason as one line, cut to its maximum length. */
const readReason = (cell: unknown): string =>
  isText(cell)
    ? cell
        .replaceAll(/[\s\p{Cc}]+/gu, " ")
        .trim()
        .slice(0, MAX_REASON_LENGTH)
        .toWellFormed()
    : "";

/**
 * Adds the columns `name`, `ring` and `reason` to the entries of a radar file of Build Your Own Radar, Zalando,
 * Backstage or AOE. Returns other rows as they are.
 */
export function prepareRadarRows(rows: readonly unknown[]): readonly unknown[] {
  const entries = rows.map((row) => (isRecord(row) ? readEntry(row) : null));
  const isRadar = entries.length > 0 && entries.every((entry) => entry !== null);
  return isRadar ? entries : rows;
}

function readEntry(row: Record<string, unknown>): Record<string, unknown> | null {
  const timeline = Array.isArray(row["timeline"]) ? row["timeline"].filter(isRecord) : [];
  const latest = timeline.toSorted((a, b) => String(b["date"]).localeCompare(String(a["date"])))[0] ?? {};
  const ring = readRing(row["ring"]) ?? readRing(row["ringId"]) ?? readRing(latest["ringId"]);
  if (ring === null) return null;
  const name = [row["name"], row["title"], row["label"]].find(isText);
  const texts = [latest["description"], row["description"], row["body"]].map(textOfHtml);
  const reason = isText(row["reason"]) ? row["reason"] : texts.find((text) => text !== "");
  return { ...row, ...(name !== undefined && { name }), ring, ...(reason !== undefined && { reason }) };
}

const MAX_EXCERPT_LENGTH = 100;

/** Describes content that is not imported. */
export const noteOmitted = (column: LabelledColumn, why: string, value: unknown): ImportNote => ({
  field: column,
  kind: "omitted",
  message: `${TOOL_MEMORY_LABELS[column]} left out: ${why}`,
  value: (typeof value === "string" ? value : JSON.stringify(value)).slice(0, MAX_EXCERPT_LENGTH),
});
