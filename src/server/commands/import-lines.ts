import type { ImportReport } from "#shared/imports/request.ts";
import { type DecodedText, excerptsBeyondAscii } from "#shared/imports/text-decoding.ts";

/** What became of a file: its wrong rows, or on request all of them, then what was adjusted, then the counts. */
export function reportLines(report: ImportReport, isVerbose: boolean): string[] {
  const { created, updated, skipped, wrong, unusedColumns } = report;
  const told = report.rows.filter(({ outcome }) => isVerbose || outcome === "wrong");
  return [
    ...told.flatMap(({ row, name, outcome, message, notes }) => [
      `row ${row}${name === null ? "" : ` "${name}"`}: ${[isVerbose ? outcome : null, message].filter((part) => part !== null).join(", ")}`,
      ...notes.map((note) => `  ${note.message}: ${note.value}`),
    ]),
    ...report.notes.map(({ message, count }) => `${message} — ${count} ${count === 1 ? "row" : "rows"}`),
    ...report.sameNames
      .filter(({ merged }) => !merged)
      .map(
        ({ name, rows }) => `Rows ${rows.join(", ")} are all named ${name}; use --merge-names to merge them`,
      ),
    ...(unusedColumns.length > 0 ? [`Unused columns: ${unusedColumns.join(", ")}`] : []),
    `${created} created, ${updated} updated, ${skipped} skipped, ${wrong} wrong`,
    ...(report.dryRun ? ["This was a dry run; nothing was saved."] : []),
  ];
}

/** What somebody has to know of how a file's text was read. */
export function encodingLines({ text, encoding, isCertain, brokenCount }: DecodedText): string[] {
  if (isCertain && brokenCount === 0) return [];
  return [
    `Read as ${encoding}${isCertain ? "" : " (a guess)"}: ${excerptsBeyondAscii(text).join(" | ")}`,
    ...(brokenCount > 0 ? [`${brokenCount} unreadable characters were replaced by "\uFFFD"`] : []),
  ];
}
