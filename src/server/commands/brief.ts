import { existsSync } from "node:fs";

import { briefFile, createBrief } from "#server/features/briefs/briefs.service.ts";
import { briefMarkdown } from "#shared/brief/brief-texts.ts";
import { briefRequestSchema } from "#shared/brief/briefs.ts";

import { writeFileAtomically } from "./export.ts";
import { CommandError, defineCommand, UsageError } from "./terminal/command.ts";
import { formatBytes, writeToOutput } from "./terminal/terminal.ts";
import { withApp } from "./with-app.ts";

export const brief = defineCommand({
  name: "brief",
  summary: "Print what happened in a period as Markdown, or write it as slides",
  details: ["Without days, the brief covers last week. Changes nothing."],
  options: {
    from: { about: "the first day, as in 2026-11-16", value: "DAY" },
    to: { about: "the last day", value: "DAY" },
    pptx: { about: "write a PowerPoint deck to this file instead", value: "FILE" },
    force: { about: "overwrite FILE if it exists" },
  },
  json: "the brief: period, headline, note, sections; with --pptx: file, bytes",
  isLong: true,
  example: "brief --from 2026-11-01 --to 2026-11-30 --pptx november.pptx",
  async run({ options: { from, to, pptx, force } }, terminal) {
    const request = briefRequestSchema.safeParse({ from, to });
    if (!request.success) throw new UsageError(request.error.issues[0]?.message ?? "Check the days");
    if (pptx !== undefined && existsSync(pptx) && !force)
      throw new CommandError(`${pptx} already exists; add --force to overwrite it`);
    await withApp(terminal, async (app) => {
      const document = await createBrief(app, request.data);
      if (pptx === undefined) {
        if (terminal.isJson) terminal.report(document, []);
        else await writeToOutput(Buffer.from(briefMarkdown(document, app.publicUrl)));
        return;
      }
      const { content, encoding } = await terminal.progress.during("Writing slides", () =>
        briefFile(app, document, "pptx"),
      );
      const bytes = Buffer.from(content, encoding);
      await writeFileAtomically(pptx, bytes);
      terminal.report({ file: pptx, bytes: bytes.byteLength }, [
        `${pptx} (${formatBytes(bytes.byteLength)})`,
      ]);
    });
  },
});
