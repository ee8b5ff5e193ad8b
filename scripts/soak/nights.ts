import { join } from "node:path";
import { mock } from "node:test";
import { setImmediate as settle } from "node:timers/promises";

import { pino } from "pino";

import { migrateFile } from "../../db/sqlite/migrate-file.ts";
import { openFile } from "../../db/sqlite/open-file.ts";
import { readConfig } from "../../src/server/config.ts";
import { createApp } from "../../src/server/create-app.ts";
import { createJobs } from "../../src/server/features/jobs/job-scheduler.ts";
import type { Job } from "../../src/server/features/jobs/job-table.ts";
import { failuresOf, type Part } from "./part.ts";

const ZONES = ["America/New_York", "Europe/Berlin", "Australia/Sydney", "UTC"];
const HOUR_MS = 3_600_000;
const HOURS = 365 * 24;

/** Lets a year pass before the scheduler by a clock of its own. */
export const nights: Part = {
  name: "nights",
  about: "365 nights of the 2 AM job in four time zones, by an injected clock",
  async run({ folder, say }) {
    const counts: Record<string, number> = {};
    const twice: string[] = [];
    for (const zone of ZONES) {
      const days = await yearOf(zone, join(folder, `${zone.replace("/", "-")}.db`));
      counts[zone] = days.length;
      if (new Set(days).size !== days.length) twice.push(zone);
      say(`${zone}: ${days.length} runs, from ${days[0]} to ${days.at(-1)}`);
    }
    return {
      figures: Object.entries(counts).map(([zone, count]) => `${zone}: ${count} runs`),
      failures: failuresOf({
        "there are 365 runs in each zone": Object.values(counts).every((count) => count === 365),
        "no night has two": twice.length === 0,
      }),
    };
  },
};

/** The days of the zone on which the job ran in 2026. */
async function yearOf(zone: string, file: string): Promise<string[]> {
  const database = openFile(file);
  await migrateFile(database, "now");
  const config = readConfig({ SCHEDULE_TIMEZONE: zone, LOG_LEVEL: "silent" });
  const app = await createApp(config, database, pino({ level: "silent" }));
  const days: string[] = [];
  const job: Job = {
    name: "cleanup",
    title: "Nightly",
    pattern: () => "0 2 * * *",
    runsOnFirstStart: false,
    usesNetwork: false,
    run() {
      days.push(new Date().toLocaleDateString("en-CA", { timeZone: zone }));
      return Promise.resolve({});
    },
  };
  mock.timers.enable({ apis: ["setTimeout", "Date"], now: midnightOf2026(zone) });
  const jobs = createJobs(app, [job], () => 0);
  await jobs.schedule();
  for (let hour = 0; hour < HOURS; hour += 1) {
    mock.timers.tick(HOUR_MS);
    // A run is recorded in the database, which takes a few turns of the event loop.
    for (let turn = 0; turn < 10; turn += 1) await settle();
  }
  await jobs.stop();
  mock.timers.reset();
  await app.workers.stop();
  await database.close();
  return days;
}

/** When 2026 begins in a zone. */
function midnightOf2026(zone: string): number {
  const noon = Date.parse("2026-01-01T12:00:00Z");
  const hours = Number(
    new Intl.DateTimeFormat("en-GB", { timeZone: zone, hour: "2-digit", hourCycle: "h23" }).format(noon),
  );
  return noon - hours * HOUR_MS;
}
