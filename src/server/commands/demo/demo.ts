import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Cron } from "croner";

import { lockOrRefuse } from "#db/database-files.ts";
import { databaseFileOf, urlOfFile } from "#db/database-url.ts";
import { readDatabase } from "#db/open-for-reading.ts";
import type { App } from "#server/app.ts";
import { serveUntil, waitForStopSignal } from "#server/commands/run-server.ts";
import { CommandError, defineCommand, type Terminal } from "#server/commands/terminal/command.ts";
import { cleanUpOnSignal } from "#server/commands/terminal/terminal.ts";
import { withApp } from "#server/commands/with-app.ts";
import { toDemoConfig } from "#server/config/config.ts";
import { isDemoDatabase, recordDemo } from "#server/features/system/demo.service.ts";
import { listTools } from "#server/features/tools/tools.service.ts";
import { listUsers } from "#server/features/users/users.service.ts";

import { fillDemo } from "./fill-demo.ts";

export const demo = defineCommand({
  name: "demo",
  summary: "Fill an empty database with well-known AI tools and sample content",
  details: [
    "Creates an administrator named demo and prints the password. Works only without users and tools. Also creates two colleagues, sam and noor, who can't sign in. Its news and papers are invented, and their addresses lead nowhere.",
  ],
  options: {
    serve: {
      about:
        "serve a demo like DEMO=on, where everyone signs in with one click; without DATABASE_URL, in a temporary database",
    },
  },
  json: "tools (their number), url, username, password",
  isLong: true,
  example: "demo --serve",
  async run({ options }, terminal) {
    if (options.serve) return serveLocalDemo(terminal);
    return withApp(terminal, async (app) => {
      await refuseUnlessEmpty(app);
      const reported = Promise.withResolvers<void>();
      // Filling takes a second or two. Ctrl-C waits for it and for the report: a partial demo, or one without its
      // password, would block another attempt.
      await cleanUpOnSignal(
        () => reported.promise,
        async () => {
          try {
            const { tools, password } = await terminal.progress.during(
              "Adding tools and sample content",
              () => fillDemo(app),
            );
            terminal.report({ tools, url: app.publicUrl, username: "demo", password }, [
              `Added ${tools} tools.`,
              `Sign in at ${app.publicUrl} as demo with the password ${password}`,
            ]);
          } finally {
            reported.resolve();
          }
        },
      );
    });
  },
});

async function refuseUnlessEmpty(app: App): Promise<void> {
  const [users, tools] = [await listUsers(app, { limit: 1 }), await listTools(app, { limit: 1 })];
  if (users.items.length + tools.items.length > 0) {
    throw new CommandError("the database already has users or tools; demo needs an empty one");
  }
}

const RESET_CRON = "0 3 * * *";
const RESET = "night";

/** Serves a demo on a new database until it is stopped, and replaces the database every night. */
export async function serveDemo(stopRequest: Promise<string>, terminal: Terminal): Promise<void> {
  const { databaseUrl, scheduleTimezone } = terminal.config;
  for (;;) {
    await deleteOldDemo(databaseUrl);
    const reset = Promise.withResolvers<string>();
    const timer = new Cron(
      RESET_CRON,
      { maxRuns: 1, unref: true, ...(scheduleTimezone !== null && { timezone: scheduleTimezone }) },
      () => reset.resolve(RESET),
    );
    const signal = await serveUntil(Promise.race([stopRequest, reset.promise]), terminal, {
      isNew: true,
      async prepare(app) {
        await recordDemo(app);
        await terminal.progress.during("Adding tools and sample content", () => fillDemo(app));
      },
    });
    timer.stop();
    if (signal !== RESET) return;
  }
}

/** Serves a demo from the command line. Without `DATABASE_URL`, its database is deleted at the end. */
async function serveLocalDemo(terminal: Terminal): Promise<void> {
  const stopRequest = waitForStopSignal(terminal.log);
  const isGiven = terminal.settings.changed.some((setting) => setting.startsWith("DATABASE_URL="));
  const folder = isGiven ? null : mkdtempSync(join(tmpdir(), "stackloop-demo-"));
  const config = toDemoConfig({
    ...terminal.config,
    ...(folder !== null && {
      databaseUrl: urlOfFile(join(folder, "demo.db")),
      backupDir: join(folder, "backups"),
    }),
  });
  try {
    await serveDemo(stopRequest, { ...terminal, config });
  } finally {
    if (folder !== null) rmSync(folder, { recursive: true, force: true });
  }
  process.exit();
}

/** Deletes the database of an earlier demo. Throws if the file is anything else, such as a team's database. */
async function deleteOldDemo(databaseUrl: string): Promise<void> {
  const file = databaseFileOf(databaseUrl);
  if (!existsSync(file)) return;
  const lock = lockOrRefuse(file);
  try {
    if (!(await readDatabase(databaseUrl, isDemoDatabase))) {
      throw new CommandError(
        `${file} is not the database of a demo, which would delete its accounts and content; set DATABASE_URL to a new file, or remove DEMO=on`,
      );
    }
    for (const suffix of ["", "-wal", "-shm"]) rmSync(`${file}${suffix}`, { force: true });
  } finally {
    lock.release();
  }
}
