import type { Server } from "#tests/support/built/processes.ts";
import { type Person, signIn, signInAdmin, startProduct } from "#tests/support/built/product.ts";

import type { BenchRun } from "./bench-run.ts";
import { median, percentile } from "./load.ts";
import { feedAbout, openNewsstand, refresh, offer } from "./newsstand.ts";
import { watchOthers } from "./watch-others.ts";
import { SEARCHED } from "./words.ts";

const WATCH_MS = 4000;

/** What others notice while one person has the server do its worst, at the largest size. */
export async function isolation(run: BenchRun): Promise<void> {
  const file = await run.copyOfArchive("news", run.rows);
  const stand = await openNewsstand();
  const ours = await startProduct(file, { environment: stand.environment, isWatched: true });
  const admin = await signInAdmin(ours, file);
  const other = await signIn(ours, "other");
  const idle = median([await quiet(ours, other), await quiet(ours, other), await quiet(ours, other)]);
  run.report.value("GET /api/user while nothing else happens, p99", idle, "ms");
  for (const [what, path] of [
    ["searching everything for the commonest word", `/api/search?q=${SEARCHED.common}`],
    ["searching the news for the commonest word", `/api/news?limit=50&search=${SEARCHED.common}`],
    ["searching the news for two letters", "/api/news?limit=50&search=zy"],
    ["searching the news for what stands nowhere", "/api/news?limit=50&search=kobatenmulzyx"],
  ] as const) {
    const stop = new AbortController();
    const searching = again(() => admin.call("GET", path), stop.signal);
    await report(run, ours, other, what, idle, () => new Promise((resolve) => setTimeout(resolve, WATCH_MS)));
    stop.abort();
    await searching;
  }
  await offer(admin, stand, feedAbout(1000, 1).replaceAll("Tool ", "Tool"));
  await report(run, ours, other, "refreshing a feed of 1,000 new items", idle, () => refresh(admin));
  await ours.stop();
  stand.close();
}

async function again(work: () => Promise<unknown>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) await work();
}

async function quiet(ours: Server, other: Person): Promise<number> {
  const times = await watchOthers(ours, other, () => new Promise((resolve) => setTimeout(resolve, 1500)));
  return percentile(times, 0.99);
}

async function report(
  run: BenchRun,
  ours: Server,
  other: Person,
  what: string,
  idle: number,
  work: () => Promise<unknown>,
): Promise<void> {
  await ours.readHold();
  const times = await watchOthers(ours, other, work);
  run.report.compare(`GET /api/user while ${what}, p99`, percentile(times, 0.99), idle, "ms", { atMost: 5 });
  run.report.value(`longest hold while ${what}`, (await ours.readHold()).longestMs, "ms", { atMost: 50 });
}
