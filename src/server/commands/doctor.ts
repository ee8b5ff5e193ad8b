import { z } from "zod";

import { type Finding, note, ok } from "#db/examination.ts";
import { openForReading } from "#db/open-for-reading.ts";
import { examineDatabase } from "#db/open.ts";
import type { App } from "#server/app.ts";
import type { Config } from "#server/config/config.ts";
import { listExactOnlyNames } from "#server/features/users/users.service.ts";
import { countOrphanedLinks } from "#server/kernel/links/deleted-links.service.ts";
import { isScanComplete } from "#server/kernel/links/link-scanner.service.ts";
import { isSearchComplete } from "#server/kernel/search/search.service.ts";
import { localOrigin } from "#server/web/server/own-host.ts";
import { registerAllSliceData } from "#server/workers/slice-data.ts";

import { CommandError, defineCommand } from "./terminal/command.ts";
import { formatBytes } from "./terminal/terminal.ts";

export const doctor = defineCommand({
  name: "doctor",
  summary: "Check this installation and suggest fixes",
  details: ["Changes nothing."],
  json: "problems (their number), findings (each with verdict (ok, note or wrong) and text)",
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
      describeNode(),
      describeConfiguration(config),
      ok(`settings that differ from the defaults: ${settings.changed.join(", ") || "none"}`),
      ...settings.problems,
      ...database,
      ...(isCurrent ? await checkContent(databaseUrl) : []),
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
const describeNode = () => ok(`Node.js ${process.versions.node}`);

const describeConfiguration = ({ publicUrl, host, port, signup }: Config) =>
  ok(`configuration: ${publicUrl ?? localOrigin(host, port)} on ${host}:${port}, sign-up ${signup}`);

async function checkContent(databaseUrl: string): Promise<Finding[]> {
  registerAllSliceData();
  const db = await openForReading(databaseUrl);
  try {
    return [...(await checkNames({ db })), await checkSearch({ db }), ...(await checkLinks({ db }))];
  } finally {
    await db.destroy();
  }
}

async function checkNames(app: Pick<App, "db">): Promise<Finding[]> {
  const found = await listExactOnlyNames(app);
  return found.map((name) =>
    note(
      `user ${name}: has to sign in with exactly this spelling; other spellings belong to an older account`,
    ),
  );
}

const checkSearch = async (app: Pick<App, "db">): Promise<Finding> =>
  (await isSearchComplete(app))
    ? ok("search: finds everything")
    : note("search: doesn't find everything yet; the server builds the index while it runs");

async function checkLinks(app: Pick<App, "db">): Promise<Finding[]> {
  const orphaned = await countOrphanedLinks(app);
  const lead = orphaned === 1 ? "1 leads" : `${orphaned} lead`;
  return [
    ...(orphaned === 0
      ? []
      : [note(`links: ${lead} to deleted items; the nightly job removes ${orphaned === 1 ? "it" : "them"}`)]),
    (await isScanComplete(app))
      ? ok("links: all texts are scanned for names")
      : note("links: some texts are not scanned for names yet; the server does this while it runs"),
  ];
}

const TIMEOUT_MS = 5000;

/** Reply of `/readyz`. */
const replySchema = z.object({ status: z.string(), reason: z.string().optional() });

/** Allows health checks by containers and monitors without another program. */
export const health = defineCommand({
  name: "health",
  summary: "Check whether the running server is ready",
  details: ["Requests /readyz from the server at HOST and PORT."],
  json: "ready (true or false), reason (null if ready)",
  exits: { 0: "ready", 1: "not ready; standard error has the reason" },
  example: "health",
  async run(_given, { config, report }) {
    const reason = await findProblem(localUrl(config));
    report({ ready: reason === null, reason }, reason === null ? ["ready"] : []);
    if (reason !== null) throw new CommandError(reason);
  },
});

/** Returns the URL of a server with this configuration on its own machine. */
function localUrl({ host, port }: Pick<Config, "host" | "port">): string {
  const loopback = new Map([
    ["0.0.0.0", "127.0.0.1"],
    ["::", "::1"],
  ]);
  const name = loopback.get(host) ?? host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

async function findProblem(address: string): Promise<string | null> {
  try {
    const reply = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const { status, reason } = replySchema.parse(await reply.json());
    return reply.ok ? null : (reason ?? status);
  } catch (error) {
    const isSlow = error instanceof Error && error.name === "TimeoutError";
    return isSlow
      ? `StackLoop did not reply in time at ${address}; check its log`
      : `no StackLoop responds at ${address}; start it, or set HOST and PORT to its address`;
  }
}
