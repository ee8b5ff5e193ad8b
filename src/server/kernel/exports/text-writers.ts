import papaparse from "papaparse";

import { type FieldTable, namesOf } from "#shared/fields/field.ts";
import { FORMULA_START } from "#shared/texts/escaping.ts";

/** Starts a CSV file, so that spreadsheets detect UTF-8. */
export const UTF8_BOM = "\uFEFF";

/** Formats rows as lines of a CSV file, with formulas disabled. */
export const csvLines = (rows: readonly (readonly unknown[])[]): string =>
  `${papaparse.unparse([...rows], { newline: "\r\n", escapeFormulae: FORMULA_START })}\r\n`;

/** Writes a file from items that arrive in parts. */
interface PartWriter<Item> {
  next(items: readonly Item[]): string;
  end(): string;
}

export type TextWriters<Item> = Readonly<Record<"json" | "csv", () => PartWriter<Item>>>;

/**
 * Returns writers for items of one kind: their fields and times, without author and revision. Further data (`more`) is
 * only written to JSON.
 */
export function textWriters<Fields extends FieldTable, Time extends string, More extends string = never>(
  fields: Fields,
  times: readonly Time[],
  extraFields: readonly More[] = [],
) {
  type Item = Readonly<
    Record<(keyof Fields & string) | Time | "id", unknown> & Partial<Record<More, unknown>>
  >;
  const names = namesOf(fields);
  return {
    /** An indented JSON array. */
    json(): PartWriter<Item> {
      const keys = ["id", ...names, ...times, ...extraFields] as const;
      let isEmpty = true;
      return {
        next(items) {
          if (items.length === 0) return "";
          const rows = items.map((item) => Object.fromEntries(keys.map((key) => [key, item[key]])));
          const separator = isEmpty ? "[\n" : ",\n";
          isEmpty = false;
          return separator + JSON.stringify(rows, null, 2).slice("[\n".length, -"\n]".length);
        },
        end: () => (isEmpty ? "[]\n" : "\n]\n"),
      };
    },
    /** RFC 4180 text for spreadsheets: byte order mark, CRLF, a header line, formulas disabled. */
    csv(): PartWriter<Item> {
      let head = `${UTF8_BOM}${csvLines([[...names, ...times]])}`;
      return {
        next(items) {
          if (items.length === 0) return "";
          const rows = items.map((item) => [
            ...names.map((name) => fields[name]?.toCell(item[name])),
            ...times.map((time) => item[time]),
          ]);
          const text = head + csvLines(rows);
          head = "";
          return text;
        },
        end: () => head,
      };
    },
  };
}

/** Writes all items at once as text. */
export function writeAsText<Item>(
  writers: TextWriters<Item>,
  format: "json" | "csv",
  items: readonly Item[],
): string {
  const writer = writers[format]();
  return writer.next(items) + writer.end();
}
