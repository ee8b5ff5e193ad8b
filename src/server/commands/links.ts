import { type ExplainedName, explainNames } from "#server/kernel/links/explain.service.ts";
import {
  countItemsToScan,
  linkCount,
  scanEverything,
  rescanEverything,
} from "#server/kernel/links/link-scanner.service.ts";
import { ANY_REF, itemRefSchema } from "#shared/kernel/items.ts";
import { LINK_FIELD_WORDS } from "#shared/links/link-fields.ts";

import { CommandError, defineCommand, UsageError } from "./terminal/command.ts";
import { cleanUpOnSignal } from "./terminal/terminal.ts";
import { withApp } from "./with-app.ts";

const rebuild = defineCommand({
  name: "links rebuild",
  summary: "Scan all texts again for tool names",
  details: [
    "The server updates links when texts change; run this if links seem wrong. Links that people confirmed, rejected or added stay. After an interruption, the server continues.",
  ],
  json: "links (their number now)",
  isLong: true,
  example: "links rebuild",
  run: (_given, terminal) =>
    withApp(terminal, async (app) => {
      const stop = new AbortController();
      await rescanEverything(app);
      const total = await countItemsToScan(app);
      let done = 0;
      await cleanUpOnSignal(
        () => {
          stop.abort(new CommandError("interrupted; the server continues where it stopped"));
          return Promise.resolve();
        },
        async () => {
          await terminal.progress.during(
            "Scanning texts for names",
            () =>
              scanEverything(app, stop.signal, {
                progress(read) {
                  done = Math.min(read, total);
                },
              }),
            () => Promise.resolve(`${done} of ${total}`),
          );
          const links = await linkCount(app);
          terminal.report({ links }, [`There ${links === 1 ? "is 1 link" : `are ${links} links`} now.`]);
        },
      );
    }),
});

const explain = defineCommand({
  name: "links explain",
  summary: "Explain why names in an item are linked or not",
  details: ["Changes nothing."],
  args: { REF: { about: "the item, such as paper:ID or tool:ID" } },
  json: "names (each with tool, ref, spelled, field, isLinked, reason, seen, lower, right and wrong)",
  example: "links explain prompt:3f0c6a52-8a1e-4b6e-9d5a-0a4f6c1d2e7b",
  async run({ args: { REF: given } }, terminal) {
    const ref = itemRefSchema.safeParse(given);
    if (!ref.success) throw new UsageError(`“${given}” is not an item; use ${ANY_REF}`);
    await withApp(terminal, async (app) => {
      const names = await explainNames(app, ref.data);
      terminal.report(
        { names },
        names.length === 0 ? ["It contains no tool names."] : names.map(formatExplanation),
      );
    });
  },
});

const REASONS: Readonly<Record<ExplainedName["reason"], string>> = {
  "several-words": "a name of several words",
  marks: "its symbols belong to the name",
  plain: "has no other meaning in the team's texts",
  "context-word": "a nearby word identifies it",
  company: "its company is in the text",
  host: "its site is in the text",
  "other-name": "another of its names is in the text",
  publisher: "its maker published the text",
  "about-ai": "the text is about AI",
  number: "a number follows",
  "in-list": "in a list with other matched names",
  "meant-elsewhere": "another passage of the text identifies it",
  ambiguous: "an everyday word without a sign that the tool is meant",
  "persons-only": "people rejected it too often",
};

function formatExplanation({
  tool,
  spelled,
  field,
  isLinked,
  reason,
  seen,
  lower,
  right,
  wrong,
}: ExplainedName): string {
  const counts = `seen ${seen} times, ${lower} in lower case; right ${right}, wrong ${wrong}`;
  return `${isLinked ? "linked" : "hidden"}  “${spelled}” in ${LINK_FIELD_WORDS[field]} → ${tool}: ${REASONS[reason]} (${counts})`;
}

export const linkCommands = [rebuild, explain];
