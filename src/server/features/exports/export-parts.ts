import { invalid } from "#server/errors.ts";
import type { ExportedFile } from "#shared/export.ts";

export const textFile = (fileName: string, mediaType: string, content: string): ExportedFile => ({
  fileName,
  mediaType,
  encoding: "utf8",
  content,
});

/** The things that are named, in the order of the list; without names all of them. */
export function chosenOf<Thing extends { id: string }>(
  things: readonly Thing[],
  ids: readonly string[] | undefined,
  noun: "tool" | "prompt",
): readonly Thing[] {
  if (!ids) return things;
  const wanted = new Set(ids);
  const chosen = things.filter(({ id }) => wanted.has(id));
  if (chosen.length > 0) return chosen;
  const nouns = noun === "tool" ? "Tools" : "Prompts";
  throw invalid(`No ${nouns} Selected - Please select at least one ${noun} to export.`, "selectedIds");
}
