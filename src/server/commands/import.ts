import { readFileSync } from "node:fs";
import { extname } from "node:path";

import type { App } from "#server/app.ts";
import { importRows } from "#server/features/imports/import.service.ts";
import { rowsOfFile } from "#server/features/imports/read-rows.ts";
import { getUserByName, listUsers } from "#server/features/users/users.service.ts";
import { textOfFile } from "#server/integrations/file-text.ts";
import type { ImportFormat, ImportReport } from "#shared/imports/request.ts";
import { type DecodedText, TEXT_ENCODINGS, excerptsBeyondAscii } from "#shared/imports/text-decoding.ts";
import { TOOL_IMPORT } from "#shared/imports/tool-import.ts";
import type { User } from "#shared/users.ts";

import { type Command, CommandError, readArguments, withApp } from "./command.ts";
import { mappingAsked } from "./import-mapping.ts";

const FORMATS: Readonly<Record<string, ImportFormat>> = { ".json": "json", ".csv": "csv" };

export const importCommand: Command = {
  name: "import",
  usage:
    "FILE [--map COLUMN=FIELD,…] [--skip FIELD,…] [--merge-names] [--user NAME] [--encoding NAME] [--dry-run] [--verbose]",
  summary: "Import tools from a CSV or JSON file",
  details: [
    "Tools with the same name and company are updated, others are added. Values that don't fit are shortened or",
    "left out, and reported. Only rows without a name are rejected.",
    "--map LIST        which column goes into which field, such as Domain Name=url,category=modality; by default,",
    `                  columns are matched by header and values. Fields: ${TOOL_IMPORT.fields.join(", ")}`,
    "--skip LIST       fields or columns to leave out, such as tags,notes",
    "--merge-names     merge rows with the same name, even if their companies or URLs differ",
    "--user NAME       owner of the added tools; by default, the first administrator",
    "--encoding NAME   text encoding of the file, such as windows-1252; by default, it is detected",
    "--dry-run         show what would happen without saving anything",
    "--verbose         show the result for every row",
  ],
  async run(args, terminal) {
    const { places, options } = readArguments(
      args,
      { least: 1, most: 1 },
      {
        map: { type: "string" },
        skip: { type: "string" },
        "merge-names": { type: "boolean", default: false },
        user: { type: "string" },
        encoding: { type: "string" },
        "dry-run": { type: "boolean", default: false },
        verbose: { type: "boolean", default: false },
      },
    );
    const [file = ""] = places;
    const { rows, decoded } = await readRows(file, encodingNamed(options.encoding));
    const mapping = mappingAsked(TOOL_IMPORT, rows, options);
    for (const line of encodingLines(decoded)) terminal.print(line);
    if (!decoded.isCertain && !options["dry-run"]) {
      throw new CommandError(
        `${file} doesn't specify its text encoding; it may be ${decoded.encoding}. Check with --dry-run --verbose, then add --encoding ${decoded.encoding} or another`,
      );
    }
    await withApp(terminal, async (app) => {
      const owner =
        options.user === undefined ? await firstAdmin(app) : await getUserByName(app, options.user);
      const report = await importRows(app, owner, {
        rows,
        mapping,
        mergeNames: options["merge-names"] ? "all" : [],
        dryRun: options["dry-run"],
      });
      for (const line of reportLines(report, options.verbose)) terminal.print(line);
      if (report.wrong > 0) {
        throw new CommandError(`${report.wrong} of ${rows.length} rows are invalid and were left out`);
      }
    });
  },
};

async function readRows(file: string, encoding: string | undefined) {
  const format = FORMATS[extname(file).toLowerCase()];
  if (!format) throw new CommandError(`${file} must be a .json or .csv file`);
  const decoded = await textOfFile(readFileSync(file), encoding);
  return { rows: rowsOfFile(format, decoded.text), decoded };
}

function encodingNamed(name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  try {
    return new TextDecoder(name).encoding;
  } catch {
    const known = Object.keys(TEXT_ENCODINGS).join(", ");
    throw new CommandError(`${name} is not a supported encoding; use one of ${known}`);
  }
}

async function firstAdmin(app: App): Promise<User> {
  const { items } = await listUsers(app, {});
  const admin = items.find(({ role }) => role === "admin");
  if (!admin) throw new CommandError("there is no administrator to own the tools; add --user NAME");
  return admin;
}

/** What became of a file: its wrong rows, or on request all of them, then what was adjusted, then the counts. */
function reportLines(report: ImportReport, isVerbose: boolean): string[] {
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
function encodingLines({ text, encoding, isCertain, brokenCount }: DecodedText): string[] {
  if (isCertain && brokenCount === 0) return [];
  return [
    `Read as ${encoding}${isCertain ? "" : " (a guess)"}: ${excerptsBeyondAscii(text).join(" | ")}`,
    ...(brokenCount > 0 ? [`${brokenCount} unreadable characters were replaced by "\uFFFD"`] : []),
  ];
}
