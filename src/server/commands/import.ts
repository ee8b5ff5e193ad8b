import { isUtf8 } from "node:buffer";
import { readFileSync } from "node:fs";
import { extname } from "node:path";

import type { App } from "#server/app.ts";
import { importRows } from "#server/features/import/import.service.ts";
import { rowsOfFile } from "#server/features/import/read-rows.ts";
import { getUserByName, listUsers } from "#server/features/users/users.service.ts";
import type { ImportFormat } from "#shared/import-request.ts";
import type { User } from "#shared/users.ts";

import { readArguments } from "./arguments.ts";
import { type Command, CommandFault, withApp } from "./command.ts";

const FORMATS: Readonly<Record<string, ImportFormat>> = { ".json": "json", ".csv": "csv" };

export const importCommand: Command = {
  name: "import",
  usage: "FILE [--user NAME] [--dry-run]",
  summary: "Take the tools of a CSV or JSON file into the catalogue",
  details: [
    "Tools of the same name and company are updated, others are added; wrong rows are told and left out.",
    "--user NAME   whose the added tools are; without it the first administrator's",
    "--dry-run     only say what would happen",
  ],
  async run(args, terminal) {
    const { places, options } = readArguments(
      args,
      { least: 1, most: 1 },
      { user: { type: "string" }, "dry-run": { type: "boolean", default: false } },
    );
    const rows = readRows(places[0] ?? "");
    await withApp(terminal, async (app) => {
      const owner =
        options.user === undefined ? await firstAdmin(app) : await getUserByName(app, options.user);
      const report = await importRows(app, owner, { rows, dryRun: options["dry-run"] });
      const { created, updated, skipped, wrong, unusedColumns } = report;
      for (const { row, name, message } of report.rows.filter(({ outcome }) => outcome === "wrong")) {
        terminal.print(`row ${row}${name === null ? "" : ` "${name}"`}: ${message}`);
      }
      if (unusedColumns.length > 0) terminal.print(`Columns that were not used: ${unusedColumns.join(", ")}`);
      terminal.print(`${created} created, ${updated} updated, ${skipped} skipped, ${wrong} wrong`);
      if (report.dryRun) terminal.print("This was a dry run; nothing is stored.");
      if (wrong > 0) throw new CommandFault(`${wrong} of ${rows.length} rows are wrong and were left out`);
    });
  },
};

function readRows(file: string): unknown[] {
  const format = FORMATS[extname(file).toLowerCase()];
  if (!format) throw new CommandFault(`${file} is neither a .json nor a .csv file`);
  const bytes = readFileSync(file);
  if (!isUtf8(bytes)) throw new CommandFault(`${file} is not UTF-8 text; save it as UTF-8 and try again`);
  return rowsOfFile(format, new TextDecoder().decode(bytes));
}

async function firstAdmin(app: App): Promise<User> {
  const { items } = await listUsers(app, {});
  const admin = items.find(({ role }) => role === "admin");
  if (!admin) throw new CommandFault("there is no administrator to own the tools; add --user NAME");
  return admin;
}
