import { type Finding, note, ok } from "#db/examination.ts";
import { openForReading } from "#db/open-for-reading.ts";
import { examineDatabase } from "#db/open.ts";
import type { App } from "#server/app.ts";
import type { Config } from "#server/config/config.ts";
import { namesFoundAsWritten } from "#server/features/users/users.service.ts";
import { isEverythingRead } from "#server/kernel/links/link-reading.service.ts";
import { countStrayLinks } from "#server/kernel/links/stray-links.service.ts";
import { findsEverything } from "#server/kernel/search/search.service.ts";
import { localOrigin } from "#server/web/server/own-host.ts";
import { registerAllSliceData } from "#server/workers/slice-data.ts";

import { CommandError, defineCommand } from "./terminal/command.ts";
import { formatBytes } from "./terminal/terminal.ts";

export const doctor = defineCommand({
  name: "doctor",
  summary: "Check this installation and suggest fixes",
  details: ["Changes nothing."],
  json: "problems (how many), findings (verdict ok, note or wrong, and text each)",
  isLong: true,
  exits: { 1: "there are problems" },
  example: "doctor",
  async run(_given, { config, settings, progress, report }) {
    const { databaseUrl, backupDir: backupFolder } = config;
    progress.show("Checking the database and the backups …");
    const { database, surroundings, isCurrent } = await examineDatabase(databaseUrl, {
      backupFolder,
      formatBytes,
    });
    const findings = [
      nodeVersion(),
      configuration(config),
      ok(`settings that differ from the defaults: ${settings.changed.join(", ") || "none"}`),
      ...settings.problems,
      ...database,
      ...(isCurrent ? await content(databaseUrl) : []),
      ...surroundings,
    ];
    const problems = findings.filter(({ verdict }) => verdict === "wrong").length;
    report(
      { problems, findings },
      findings.map(({ verdict, text }) => `${verdict.padEnd(5)}  ${text}`),
    );
    if (problems > 0)
      throw new CommandError(problems === 1 ? "found 1 problem" : `found ${problems} problems`);
  },
});

// Entry scripts already refuse an outdated Node.
const nodeVersion = () => ok(`Node.js ${process.versions.node}`);

const configuration = ({ publicUrl, host, port, signup }: Config) =>
  ok(`configuration: ${publicUrl ?? localOrigin(host, port)} on ${host}:${port}, sign-up ${signup}`);

async function content(databaseUrl: string): Promise<Finding[]> {
  registerAllSliceData();
  const db = await openForReading(databaseUrl);
  try {
    return [...(await names({ db })), await search({ db }), ...(await links({ db }))];
  } finally {
    await db.destroy();
  }
}

async function names(app: Pick<App, "db">): Promise<Finding[]> {
  const found = await namesFoundAsWritten(app);
  return found.map((name) =>
    note(
      `user ${name}: has to sign in with exactly this spelling; other spellings belong to an older account`,
    ),
  );
}

const search = async (app: Pick<App, "db">): Promise<Finding> =>
  (await findsEverything(app))
    ? ok("search: finds everything")
    : note("search: doesn't find everything yet; the server builds the index while it runs");

async function links(app: Pick<App, "db">): Promise<Finding[]> {
  const strays = await countStrayLinks(app);
  const lead = strays === 1 ? "1 leads" : `${strays} lead`;
  return [
    ...(strays === 0
      ? []
      : [note(`links: ${lead} to deleted items; the nightly job removes ${strays === 1 ? "it" : "them"}`)]),
    (await isEverythingRead(app))
      ? ok("links: all texts are scanned for names")
      : note("links: some texts are not scanned for names yet; the server does this while it runs"),
  ];
}
