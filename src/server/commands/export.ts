import { existsSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

import { exportTools } from "#server/features/exports/export.service.ts";
import { listAllTools } from "#server/features/tools/tools.service.ts";
import { radarCsv } from "#server/features/verdicts/radar.service.ts";
import { presentVerdicts } from "#server/features/verdicts/verdicts.service.ts";
import { EXPORT_FORMATS } from "#shared/export.ts";

import { CommandError, defineCommand, UsageError } from "./terminal/command.ts";
import { cleanUpOnSignal, formatBytes, writeToOutput } from "./terminal/terminal.ts";
import { withApp } from "./with-app.ts";

const FORMATS = [...EXPORT_FORMATS, "radar"] as const;

export const exportCommand = defineCommand({
  name: "export",
  summary: "Export all tools, or the radar of verdicts, to a file",
  args: {
    FORMAT: {
      about: "what to write; slides is a PowerPoint deck, radar a CSV for Build Your Own Radar",
      choices: FORMATS,
    },
    FILE: { about: "the file, or - for standard output" },
  },
  options: { force: { about: "overwrite FILE if it exists" } },
  json: "file, format, bytes, tools (their number)",
  isLong: true,
  example: "export csv tools.csv",
  async run({ args: { FORMAT: format, FILE: file }, options }, terminal) {
    const isStandardOutput = file === "-";
    if (isStandardOutput && terminal.isJson)
      throw new UsageError("--json can't be used with -, which prints the file");
    if (!isStandardOutput && existsSync(file) && !options.force) {
      throw new CommandError(`${file} already exists; add --force to overwrite it`);
    }
    await withApp(terminal, async (app) => {
      const { content, encoding } = await terminal.progress.during(`Exporting ${format}`, () =>
        format === "radar" ? radarCsv(app, {}) : exportTools(app, { format }),
      );
      const bytes = Buffer.from(content, encoding);
      if (isStandardOutput) {
        await writeToOutput(bytes);
        return;
      }
      await writeFileAtomically(file, bytes);
      const tools =
        format === "radar" ? (await presentVerdicts(app)).items.length : (await listAllTools(app)).length;
      terminal.report({ file, format, bytes: bytes.byteLength, tools }, [
        `${file} (${formatBytes(bytes.byteLength)})`,
      ]);
    });
  },
});

/**
 * Writes a file under a temporary name first, so that it never appears incomplete. Writes to devices and pipes
 * directly.
 */
export async function writeFileAtomically(file: string, bytes: Uint8Array): Promise<void> {
  if (existsSync(file) && !statSync(file).isFile()) {
    writeFileSync(file, bytes);
    return;
  }
  const folder = dirname(file);
  if (!existsSync(folder)) throw new CommandError(`there is no folder ${folder}; create it first`);
  const unfinished = `${file}.${process.pid}.unfinished`;
  const remove = () => {
    rmSync(unfinished, { force: true });
  };
  await cleanUpOnSignal(remove, () => {
    try {
      writeFileSync(unfinished, bytes);
      renameSync(unfinished, file);
    } finally {
      remove();
    }
    return Promise.resolve();
  });
}
