import type { Tool } from "#shared/tools.ts";

/** What an export tells of a tool: neither who added it nor the counter of its edits. */
const TOLD: readonly (keyof Tool)[] = [
  "id",
  "name",
  "company",
  "url",
  "use",
  "capabilities",
  "modality",
  "industry",
  "tags",
  "logoUrl",
  "notes",
  "releaseNotes",
  "version",
  "dateUpdated",
];

/** The tools as an indented JSON array. */
export function toolsAsJson(tools: readonly Tool[]): string {
  const told = tools.map((tool) => Object.fromEntries(TOLD.map((field) => [field, tool[field]])));
  return `${JSON.stringify(told, null, 2)}\n`;
}
