import { guessColumns } from "#shared/imports/request.ts";
import type { ImportKind } from "#shared/imports/row.ts";

/** Properties of a kind needed to recognise its columns. */
export type ColumnKind = Pick<
  ImportKind<string, unknown>,
  "noun" | "nameField" | "required" | "commonHeaders" | "lists"
>;

/** Line of a CSV that can be its header. */
export interface HeaderLine {
  /** Line number, from 1. */
  line: number;
  cells: string[];
}

interface CsvHeader {
  line: number;
  delimiter: string;
  /** Offset in the text at which the header begins. */
  start: number;
  /** First lines that aren't empty, which the user can choose as the header. */
  choices: HeaderLine[];
}

/** Parses one line of CSV into cells. */
type ParseLine = (line: string, delimiter: string) => string[];

const DELIMITERS = [",", ";", "\t", "|"];
/** Maximum number of lines searched for a header. Reports have a title, a date and a few filters above their tables. */
const MAX_SEARCHED_LINES = 25;
/** Maximum length of a header line, in characters. */
const MAX_LINE_LENGTH = 100_000;

/** Excel's own first line, which names the separator. */
const SEPARATOR_LINE = /^"?sep=([^"\r\n])"?[ \t,;]*$/iu;

interface TextLine {
  line: number;
  start: number;
  text: string;
}

/**
 * Finds a CSV's header and separator. The header is the first line, or a later one with the kind's columns and only
 * narrower lines above. `chosen` is the user's choice of line. Returns undefined if the text is shorter.
 */
export function findCsvHeader(
  text: string,
  parseLine: ParseLine,
  { kind, chosen }: { kind?: ColumnKind | undefined; chosen?: number | undefined } = {},
): CsvHeader | undefined {
  const all = firstLines(text, Math.max(MAX_SEARCHED_LINES, chosen ?? 0));
  const separator = SEPARATOR_LINE.exec(all[0]?.text ?? "")?.[1];
  const lines = (separator === undefined ? all : all.slice(1)).filter(({ text: line }) => line.trim() !== "");
  const guesses = (separator === undefined ? DELIMITERS : [separator]).flatMap((delimiter) => {
    const tables = lines.map((line) => ({
      ...line,
      cells: withoutEmptyEnd(parseLine(line.text, delimiter)),
    }));
    const header =
      chosen === undefined ? guessHeader(tables, kind) : tables.find(({ line }) => line === chosen);
    return header ? [{ delimiter, header, tables, known: countKnownColumns(kind, header.cells) }] : [];
  });
  // The header decides, because cells may contain any separator, but column names rarely do.
  const [best] = guesses.toSorted(
    (a, b) => Number(b.known > 0) - Number(a.known > 0) || b.header.cells.length - a.header.cells.length,
  );
  if (!best) return undefined;
  const { delimiter, header, tables } = best;
  const choices = tables.map(({ line, cells }) => ({ line, cells }));
  return { line: header.line, start: header.start, delimiter, choices };
}

type Table = readonly (TextLine & { cells: string[] })[];

function guessHeader(table: Table, kind: ColumnKind | undefined) {
  const [first, ...rest] = table;
  if (!first) return undefined;
  const knownCount = countKnownColumns(kind, first.cells);
  let widest = countFilled(first.cells);
  for (const candidate of rest) {
    // A title may contain a word such as "Tools", like the header of a table with only this column.
    const isKnown = countKnownColumns(kind, candidate.cells) > (knownCount === 0 ? 0 : knownCount + 1);
    if (countFilled(candidate.cells) > widest && isKnown) return candidate;
    widest = Math.max(widest, countFilled(candidate.cells));
  }
  if (knownCount > 0) return first;
  return countFilled(first.cells) > 1 ? first : (firstLineOfTable(rest) ?? first);
}

/** Finds the first line of a table with several columns below a title of one cell. */
function firstLineOfTable(rest: Table) {
  const index = rest.findIndex(({ cells }) => countFilled(cells) > 1);
  const table = index === -1 ? [] : rest.slice(index);
  const wide = table.filter(({ cells }) => countFilled(cells) > 1);
  return table.length > 1 && wide.length >= table.length * MIN_TABLE_SHARE ? table[0] : undefined;
}

const MIN_TABLE_SHARE = 0.8;

const countFilled = (cells: readonly string[]): number => cells.filter((cell) => cell.trim() !== "").length;

export const withoutEmptyEnd = (cells: readonly string[]): string[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== "") + 1);

/** Counts the columns of a kind. Returns 0 if they are not enough to import rows. */
function countKnownColumns(kind: ColumnKind | undefined, cells: readonly string[]): number {
  if (!kind) return 0;
  const mapping = guessColumns(kind.commonHeaders, cells);
  const isComplete = Object.keys(kind.required).every((field) => mapping[field] !== undefined);
  return isComplete ? Object.keys(mapping).length : 0;
}

/** Returns the first lines of a text, at most `count`. */
function firstLines(text: string, count: number): TextLine[] {
  const lines: TextLine[] = [];
  const end = /\r\n|\n|\r/gu;
  let start = 0;
  while (lines.length < count && start < text.length) {
    end.lastIndex = start;
    const lineEnd = end.exec(text);
    const line = text.slice(start, Math.min(lineEnd?.index ?? text.length, start + MAX_LINE_LENGTH));
    lines.push({ line: lines.length + 1, start, text: line });
    start = lineEnd ? lineEnd.index + lineEnd[0].length : text.length;
  }
  return lines;
}
