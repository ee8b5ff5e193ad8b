import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import Database from "better-sqlite3";

import { startUpstreams } from "../../tests/support/stub-upstreams.ts";
import { buildEntry } from "../../tests/support/upstreams/arxiv-upstream.ts";
import { signInAdmin, startProduct } from "../bench/product.ts";
import { failuresOf, type Part } from "./part.ts";

const FETCHING = ["papers.fetch", "news.fetch", "release-notes.fetch"];
const OWN = ["backup", "check", "cleanup", "links.find", "verdicts.remind"];
const PAPERS = 50;
const STOP_MS = 10_000;
/** A run that was missed begins within half a minute. */
const CAUGHT_UP_MS = 90_000;
/** So that a copy takes long enough to be cut off. */
const PADDING_MB = 200;

/** Stops the server while every job runs, those that fetch at services that never answer. */
export const jobs: Part = {
  name: "jobs",
  about: "a stop (SIGTERM) in every job; the next server catches up",
  async run({ folder, say }) {
    const file = join(folder, "jobs.db");
    const upstreams = await startUpstreams({
      papers: Array.from({ length: PAPERS }, (_, index) => buildEntry(index)),
    });
    const stubs = [upstreams.arxiv, upstreams.hackerNews, upstreams.github, upstreams.site];
    const environment = {
      ...upstreams.environment,
      NIGHTLY_CRON: "0 2 * * *",
      NEWS_CRON: "30 */6 * * *",
      BACKUP_CRON: "0 3 * * *",
    };
    for (const stub of stubs) stub.answerAlways("hang");
    const first = await startProduct(file, { environment: { ...environment, LOG_LEVEL: "silent" } });
    const admin = await signInAdmin(first, file);
    await admin.call("POST", "/api/ai-tools", { name: "Orca", tags: [], url: upstreams.site.origin });
    pad(file);
    for (const name of [...FETCHING, ...OWN]) await admin.call("POST", "/trpc/jobs.start", { name });
    while (!stubs.some(({ hits }) => hits.length > 0)) await wait(20);
    const start = performance.now();
    const code = await first.stop();
    const stopMs = performance.now() - start;
    const stopped = statesIn(file);
    say(`after the stop: ${JSON.stringify(stopped)}`);

    for (const stub of stubs) stub.answerAlways(null);
    const second = await startProduct(file, { environment });
    const since = performance.now();
    const isDone = () => Object.values(statesIn(file)).every((states) => states.at(-1) === "succeeded");
    while (!isDone() && performance.now() - since < CAUGHT_UP_MS) await wait(250);
    const caughtUpMs = performance.now() - since;
    const caughtUp = statesIn(file);
    say(`after the next start: ${JSON.stringify(caughtUp)}`);
    await second.stop();
    await upstreams.close();
    const papers = countPapers(file);
    const unfinished = readdirSync(`${file}.backups`).filter((name) => !name.endsWith(".db"));
    const interrupted = Object.values(stopped).filter((states) => states.at(-1) === "interrupted").length;
    return {
      figures: [
        `stopped in ${stopMs.toFixed(0)} ms with ${interrupted} jobs interrupted`,
        `all had succeeded ${(caughtUpMs / 1000).toFixed(1)} s after the next start`,
      ],
      failures: failuresOf({
        "the server ends in order within ten seconds": code === 0 && stopMs <= STOP_MS,
        "each fetch that was cut off is marked as interrupted": FETCHING.every(
          (name) => stopped[name]?.at(-1) === "interrupted",
        ),
        "no run is left as running": Object.values(stopped)
          .flat()
          .every((state) => state !== "running"),
        "each is caught up, once": Object.values(caughtUp).every(
          (states) =>
            states.at(-1) === "succeeded" && states.filter((state) => state === "succeeded").length === 1,
        ),
        "no paper is there twice": papers.all === PAPERS && papers.different === PAPERS,
        "no half of a backup is left": unfinished.length === 0,
      }),
    };
  },
};

function pad(file: string): void {
  const sqlite = new Database(file, { timeout: 10_000 });
  const insert = sqlite.prepare("insert into settings (key, value) values (?, hex(zeroblob(500000)))");
  for (let part = 0; part < PADDING_MB; part += 1) insert.run(`padding ${part}`);
  sqlite.close();
}

/** How the runs of each job ended, the oldest first. */
function statesIn(file: string): Record<string, string[]> {
  const sqlite = new Database(file, { readonly: true, timeout: 10_000 });
  const runs = sqlite
    .prepare<[], [string, string]>("select job, state from job_runs order by startedAt, rowid")
    .raw()
    .all();
  sqlite.close();
  const states: Record<string, string[]> = {};
  for (const [job, state] of runs) (states[job] ??= []).push(state);
  return states;
}

function countPapers(file: string): { all: number; different: number } {
  const sqlite = new Database(file, { readonly: true });
  const count = (what: string) =>
    sqlite.prepare<[], number>(`select count(${what}) from research_papers`).pluck().get() ?? 0;
  const counts = { all: count("*"), different: count("distinct arXivId") };
  sqlite.close();
  return counts;
}
