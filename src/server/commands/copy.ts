import { type CopiedTable, type CopyProgress, copyDatabase } from "#db/copy/copy.ts";
import { DATABASE_URL } from "#db/database-url.ts";

import { defineCommand, type Terminal, UsageError } from "./terminal/command.ts";
import { cleanUpOnSignal } from "./terminal/terminal.ts";
import { runInThread } from "./with-app.ts";

/** Number of digest digits that suffice for comparison by eye. */
const SHOWN_DIGITS = 12;

export const copy = defineCommand({
  name: "copy",
  summary: "Copy a database to an empty one, also between SQLite and PostgreSQL",
  details: [
    "Copies everything, including sessions and passwords (as hashes), then compares the number of rows and a digest (SHA-256) of each table. An error or an interruption leaves the target empty. The source is not changed. Stop the server first, because later changes are not copied.",
    "A server that runs on the target builds the search index in the background.",
    "DATABASE_URL replaces a missing --from or --to. Other accounts on the machine can see a password in a command, but not in the environment.",
  ],
  options: {
    from: { about: "the database to copy, in the form of DATABASE_URL", value: "URL" },
    to: { about: "an empty database, or a file that doesn't exist yet", value: "URL" },
  },
  json: "from, to, seconds, tables (a list of table, rows, digest)",
  isLong: true,
  example: "copy --from file:./data/stackloop.db",
  async run({ options }, terminal) {
    if (options.from === undefined && options.to === undefined)
      throw new UsageError("--from or --to is missing");
    const { databaseUrl } = terminal.config;
    const startedAt = performance.now();
    const { from, to, tables } = await copyWithProgress(terminal, {
      from: checkUrl("--from", options.from ?? databaseUrl),
      to: checkUrl("--to", options.to ?? databaseUrl),
    });
    const seconds = Math.round(performance.now() - startedAt) / 1000;
    const rowCount = tables.reduce((sum, { rows }) => sum + rows, 0);
    terminal.report({ from, to, seconds, tables }, [
      ...tables.filter(({ rows }) => rows > 0).map(formatTable),
      `Copied ${from} to ${to}: ${rowCount} rows in ${seconds.toFixed(1)} s, and both are identical`,
    ]);
  },
});

const formatTable = ({ table, rows, digest }: CopiedTable): string =>
  [table.padEnd(16), String(rows).padStart(9), digest.slice(0, SHOWN_DIGITS)].join("  ");

function checkUrl(option: string, url: string): string {
  if (!DATABASE_URL.pattern.test(url)) throw new UsageError(`${option} ${DATABASE_URL.message}`);
  return url;
}

async function copyWithProgress({ progress }: Terminal, { from, to }: { from: string; to: string }) {
  const stop = new AbortController();
  let state = "";
  const startCopy = () =>
    copyDatabase(from, to, {
      signal: stop.signal,
      async checkFile(file) {
        state = `checking ${file}`;
        await runInThread("database.check", { file }, { signal: stop.signal });
      },
      onProgress(current) {
        state = describeProgress(current);
      },
    });
  let running: ReturnType<typeof startCopy> | undefined;
  return cleanUpOnSignal(
    async () => {
      stop.abort();
      await running;
    },
    () =>
      progress.during(
        "Copying",
        () => (running = startCopy()),
        () => state,
      ),
  );
}

const describeProgress = ({ step, table, share }: CopyProgress): string =>
  `${step === "comparing" ? "comparing " : ""}${table} ${Math.floor(share * 100)} %`;
