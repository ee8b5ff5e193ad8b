import { existsSync, writeFileSync } from "node:fs";

import { exportTools } from "#server/features/exports/export.service.ts";
import { exportFormatSchema } from "#shared/export.ts";

import { type Command, CommandError, parseInput, formatBytes, readArguments, withApp } from "./command.ts";

export const exportCommand: Command = {
  name: "export",
  usage: "FORMAT FILE [--force]",
  summary: "Export all tools to a file",
  details: [
    "FORMAT is json, csv, slides (a PowerPoint deck) or markdown.",
    "--force   overwrite FILE if it exists",
  ],
  async run(args, terminal) {
    const { places, options } = readArguments(
      args,
      { least: 2, most: 2 },
      { force: { type: "boolean", default: false } },
    );
    const format = parseInput(exportFormatSchema, places[0]);
    const file = places[1] ?? "";
    if (existsSync(file) && !options.force) {
      throw new CommandError(`${file} already exists; add --force to overwrite it`);
    }
    await withApp(terminal, async (app) => {
      const { content, encoding } = await exportTools(app, { format });
      const bytes = Buffer.from(content, encoding);
      writeFileSync(file, bytes);
      terminal.print(`${file} (${formatBytes(bytes.byteLength)})`);
    });
  },
};
