import { readFileSync } from "node:fs";
import { extname } from "node:path";

import type { App } from "#server/app.ts";
import { CommandError, defineCommand, UsageError } from "#server/commands/terminal/command.ts";
import { readInput } from "#server/commands/terminal/terminal.ts";
import { importRows } from "#server/features/imports/import.service.ts";
import { getUserByName, listUsers } from "#server/features/users/users.service.ts";
import { describeHeader, parseFileRows, formatColumns } from "#server/kernel/imports/read-rows.ts";
import { decodeTextFile } from "#server/outside/http/text-encoding.ts";
import type { User } from "#shared/accounts/users.ts";
import { columnsOf } from "#shared/imports/column-values.ts";
import {
  type DecodedText,
  excerptsBeyondAscii,
  TEXT_ENCODINGS,
} from "#shared/imports/files/text-decoding.ts";
import {
  headerWords,
  IMPORT_FORMATS,
  type ImportFormat,
  type ImportReport,
  type MappingOf,
} from "#shared/imports/request.ts";
import { guessMapping, type ImportKind } from "#shared/imports/row.ts";
import { TOOL_IMPORT } from "#shared/imports/tool-import.ts";

import { withApp } from "./with-app.ts";

interface MappingOptions {
  /** Column mapping, for example `Domain Name=url,category=modality`. */
  map?: string | undefined;
  /** Fields or columns to skip, separated by commas. */
  skip?: string | undefined;
  format: ImportFormat;
  headerLine: number | undefined;
}

const fold = (text: string) => headerWords(text).join("");
const splitList = (list = "") =>
  list
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");

/** Returns the mapping from columns to fields: as requested, with suggestions for the rest. */
function createMapping<Field extends string>(
  kind: Pick<ImportKind<Field, unknown>, "fields" | "labels" | "required" | "commonHeaders" | "refineGuess">,
  rows: readonly unknown[],
  { map, skip, ...source }: MappingOptions,
): MappingOf<Field> {
  const columns = columnsOf(rows);
  const findField = (name: string) =>
    kind.fields.find((field) => [field, kind.labels[field]].some((known) => fold(known) === fold(name)));
  const findColumn = (name: string) =>
    columns.find((column) => column === name) ?? columns.find((column) => fold(column) === fold(name));

  const mapping = { ...guessMapping(kind, rows) };
  const unmap = (column: string) => {
    for (const field of kind.fields) if (mapping[field] === column) mapping[field] = undefined;
  };
  for (const item of splitList(map)) {
    const separatorIndex = item.lastIndexOf("=");
    if (separatorIndex < 0)
      throw new CommandError(`--map takes COLUMN=FIELD, separated by commas; "${item}" has no "="`);
    const column = findColumn(item.slice(0, separatorIndex).trim());
    if (column === undefined) {
      throw new CommandError(
        `There is no column "${item.slice(0, separatorIndex).trim()}"; the file has ${formatColumns(columns)}`,
      );
    }
    const field = findField(item.slice(separatorIndex + 1));
    if (field === undefined) {
      throw new CommandError(
        `There is no field "${item.slice(separatorIndex + 1).trim()}"; the fields are ${kind.fields.join(", ")}`,
      );
    }
    unmap(column);
    mapping[field] = column;
  }
  for (const item of splitList(skip)) {
    const field = columns.includes(item) ? undefined : findField(item);
    const column = findColumn(item);
    if (field !== undefined) mapping[field] = undefined;
    else if (column !== undefined) unmap(column);
    else throw new CommandError(`There is no field or column "${item}" to skip`);
  }
  for (const field of kind.fields) {
    const content = kind.required[field];
    if (content === undefined || mapping[field] !== undefined) continue;
    throw new CommandError(
      `Couldn't find the column with ${content}. Add --map COLUMN=${field}.${describeHeader(source, columns, "add --header-line with its number")}`,
    );
  }
  return mapping;
}

export const importCommand = defineCommand({
  name: "import",
  summary: "Import tools from a CSV or JSON file",
  details: [
    "Tools with the same name and company are updated, others are added. Values that don't fit are shortened or left out, and reported. Only rows without a name are rejected.",
    `Fields: ${TOOL_IMPORT.fields.join(", ")}`,
  ],
  args: { FILE: { about: "the file, or - for standard input" } },
  options: {
    format: { value: "FORMAT", about: "csv or json; by default, from the extension of FILE" },
    map: {
      value: "LIST",
      about:
        "columns and their fields, such as Domain Name=url,category=modality; by default, columns are matched by header and values",
    },
    "header-line": {
      value: "NUMBER",
      about: "line of a CSV file with the column names, from 1; by default, it is detected",
    },
    skip: { value: "LIST", about: "fields or columns to leave out, such as tags,notes" },
    "merge-names": { about: "merge rows with the same name, even if their companies or URLs differ" },
    user: { value: "NAME", about: "owner of the added tools; by default, the first administrator" },
    encoding: {
      value: "NAME",
      about: "text encoding of the file, such as windows-1252; by default, it is detected",
    },
    "dry-run": { about: "show what would happen without saving anything" },
    verbose: { about: "show the result for every row" },
  },
  json: "created, updated, skipped, wrong, dryRun, importId, unusedColumns, rows and notes, as the API's report",
  isLong: true,
  exits: { 1: "failed, or some rows were rejected and the others imported; see standard error" },
  example: "import tools.csv --map 'Domain Name=url' --dry-run",
  async run({ args: { FILE: file }, options }, terminal) {
    const format = chooseFormat(file, options.format);
    const decoded = await decodeTextFile(
      file === "-" ? await readInput() : readFileSync(file),
      parseEncoding(options.encoding),
    );
    const headerLine = parseHeaderLine(options["header-line"]);
    const rows = parseFileRows(format, decoded.text, { kind: TOOL_IMPORT, headerLine });
    if (rows.length === 0) throw new CommandError(`${file} has no rows to import`);
    const mapping = createMapping(TOOL_IMPORT, rows, { ...options, format, headerLine });
    if (!decoded.isCertain && !options["dry-run"]) {
      for (const line of describeEncoding(decoded)) terminal.print(line);
      throw new CommandError(
        `${file} doesn't specify its text encoding; it may be ${decoded.encoding}. Check with --dry-run --verbose, then add --encoding ${decoded.encoding} or another`,
      );
    }
    await withApp(terminal, async (app) => {
      const owner =
        options.user === undefined ? await findFirstAdmin(app) : await getUserByName(app, options.user);
      const report = await terminal.progress.during(`Importing ${rows.length} rows`, () =>
        importRows(app, owner, {
          rows,
          mapping,
          mergeNames: options["merge-names"] ? "all" : [],
          dryRun: options["dry-run"],
        }),
      );
      terminal.report(report, [...describeEncoding(decoded), ...formatReport(report, options.verbose)]);
      if (report.wrong > 0) {
        throw new CommandError(`${report.wrong} of ${rows.length} rows are invalid and were left out`);
      }
    });
  },
});

/** Returns the requested format, or the one of the file's extension. */
function chooseFormat(file: string, given: string | undefined): ImportFormat {
  const name = given ?? extname(file).slice(1).toLowerCase();
  const format = IMPORT_FORMATS.find((known) => known === name);
  if (format) return format;
  if (given === undefined && ["jsonl", "ndjson"].includes(name)) return "json";
  if (given === undefined && name === "tsv") return "csv";
  if (given !== undefined) throw new UsageError(`--format must be csv or json (it is "${given}")`);
  throw new UsageError(
    file === "-"
      ? "add --format csv or --format json for standard input"
      : `${file} must be a .csv, .tsv, .json or .jsonl file, or add --format`,
  );
}

function parseHeaderLine(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  if (/^[1-9]\d{0,2}$/u.test(given)) return Number(given);
  throw new UsageError(`--header-line must be a line number from 1 to 999 (it is "${given}")`);
}

function parseEncoding(name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  try {
    return new TextDecoder(name).encoding;
  } catch {
    const known = Object.keys(TEXT_ENCODINGS).join(", ");
    throw new UsageError(`${name} is not a supported encoding; use one of ${known}`);
  }
}

/** Returns the administrator who owns what commands add. */
export async function findFirstAdmin(app: App): Promise<User> {
  const { items } = await listUsers(app, {});
  const admin = items.find(({ role }) => role === "admin");
  if (!admin) throw new CommandError("there is no administrator to own this; add --user NAME");
  return admin;
}

/** Formats the report of an import: its failed rows, or all rows on request, then adjustments and counts. */
function formatReport(report: ImportReport, isVerbose: boolean): string[] {
  const { created, updated, skipped, wrong, unusedColumns } = report;
  const printed = report.rows.filter(({ outcome }) => isVerbose || outcome === "wrong");
  return [
    ...printed.flatMap(({ row, name, outcome, message, notes }) => [
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

/** Describes a file's encoding if it was guessed or has errors. */
function describeEncoding({ text, encoding, isCertain, brokenCount }: DecodedText): string[] {
  if (isCertain && brokenCount === 0) return [];
  return [
    `Read as ${encoding}${isCertain ? "" : " (a guess)"}: ${excerptsBeyondAscii(text).join(" | ")}`,
    ...(brokenCount > 0 ? [`${brokenCount} unreadable characters were replaced by "\uFFFD"`] : []),
  ];
}
