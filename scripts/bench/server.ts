import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";

import { median, pause, sendLoad } from "#tests/support/built/load.ts";
import { cpuMs, memoryOf, type Server, startServer } from "#tests/support/built/processes.ts";
import { signIn, signInAdmin, startProduct } from "#tests/support/built/product.ts";
import { SEARCHED } from "#tests/support/generated-texts.ts";
import { mixedLoad, openNewsstand } from "#tests/support/newsstand.ts";

import { type Bench, waitUntilIdle } from "./archives.ts";

const STARTS = 15;
const ANSWERS = 5;
const EXECUTABLE = "dist/stackloop";
/** Time to wait before reading memory and processor time at rest. */
const SETTLE_MS = 20_000;
const IDLE_MS = 30_000;

/** The first answer of a server, and four at once. Their thread starts with them. */
export async function answers(bench: Bench): Promise<void> {
  const file = await bench.archive("news", bench.rows / 10);
  const questions = [SEARCHED.rare, SEARCHED.common, SEARCHED.alsoCommon, SEARCHED.foreign].map(
    (word) => `When did ${word} meet ${SEARCHED.infix}?`,
  );
  async function timeFirst(asked: readonly string[]): Promise<number> {
    const server = await startProduct(file);
    const ada = await signIn(server, "ada");
    await pause(2000);
    const begun = performance.now();
    await Promise.all(asked.map((question) => ada.call("POST", "/api/ask", { question })));
    const ms = performance.now() - begun;
    await server.stop();
    return ms;
  }
  const [one, four]: [number[], number[]] = [[], []];
  for (let round = 0; round < ANSWERS; round += 1) {
    one.push(await timeFirst(questions.slice(0, 1)));
    four.push(await timeFirst(questions));
  }
  const among = `among ${(bench.rows / 10).toLocaleString("en-US")} articles`;
  bench.report.value(`first answer to a question ${among}`, median(one), "ms", { atMost: 100 });
  bench.report.value(`first answers to four questions at once ${among}`, median(four), "ms");
}

/** Goals 11, 15 and 17: from the start of the process to the first reply, and a server at rest. */
export async function start(bench: Bench): Promise<void> {
  const { report } = bench;
  if (spawnSync(process.execPath, ["scripts/package.mjs"], { stdio: "inherit" }).status !== 0)
    throw new Error("the executable file could not be made");
  const [empty, cache] = [bench.file("empty.db"), bench.file("cache")];
  const [small, full] = [
    await bench.archive("news", bench.rows / 100),
    await bench.archive("news", bench.rows),
  ];
  const startFile = (folder: string) =>
    startProduct(empty, { program: EXECUTABLE, environment: { XDG_CACHE_HOME: folder } });
  const programs = {
    bare: () => startServer(["scripts/bench/bare-node.cjs"], { path: "/" }),
    empty: () => startProduct(empty),
    small: () => startProduct(small),
    full: () => startProduct(full),
    file: () => startFile(cache),
    unpacking: () => startFile(bench.file("new-cache")),
  };
  const names = ["bare", "empty", "small", "full", "file", "unpacking"] as const;
  const rounds: Record<string, { startMs: number; startCpuMs: number; pageMs: number }[]> = {};
  // The first round fills the caches of the operating system, so it doesn't count.
  for (let round = -1; round < STARTS; round += 1) {
    for (const name of names) {
      const server = await programs[name]();
      const pageMs = name === "small" || name === "full" ? await timeFirstPage(server) : 0;
      await server.stop();
      const { startMs, startCpuMs } = server;
      if (round >= 0) (rounds[name] ??= []).push({ startMs, startCpuMs, pageMs });
    }
  }
  const medianOf = (name: string, figure: "startMs" | "startCpuMs" | "pageMs") =>
    median((rounds[name] ?? []).map((round) => round[figure]));
  const startOf = (name: string) => medianOf(name, "startMs");
  const rows = bench.rows.toLocaleString("en-US");
  report.compare("start, vs. bare Node.js", startOf("empty"), startOf("bare"), "ms", { atMost: 4.5 });
  report.compare(
    "processor time of it",
    medianOf("empty", "startCpuMs"),
    medianOf("bare", "startCpuMs"),
    "ms",
    {
      atMost: 4.5,
    },
  );
  report.compare(`start with ${rows} articles, vs. an empty file`, startOf("full"), startOf("empty"), "ms", {
    atMost: 1.2,
  });
  const few = (bench.rows / 100).toLocaleString("en-US");
  report.compare(
    `first page after it, vs. ${few} articles`,
    medianOf("full", "pageMs"),
    medianOf("small", "pageMs"),
    "ms",
    {
      atMost: 1.2,
    },
  );
  report.value("executable file: size", statSync(EXECUTABLE).size / 1e6, "MB", { atMost: 116 });
  report.compare("executable file: start, vs. bare Node.js", startOf("file"), startOf("bare"), "ms", {
    atMost: 4.5,
  });
  report.value("executable file: first start, which unpacks it", startOf("unpacking"), "ms");
  await reportRest(bench, "empty database", empty, 90);
  await reportRest(bench, `${rows} articles`, full);
}

async function timeFirstPage(server: Server): Promise<number> {
  const { cookie } = await signIn(server, "reader");
  const load = () => ({ path: "/api/news?limit=50", headers: { cookie } });
  return (await sendLoad(server, load, { count: 1, connections: 1 })).p50Ms;
}

/** Reports memory, processor time and wake-ups of a server without requests. */
async function reportRest({ report }: Bench, what: string, file: string, atMost?: number): Promise<void> {
  const { pid, stop } = await startProduct(file);
  await waitUntilIdle(file);
  await pause(SETTLE_MS);
  report.value(`at rest, ${what}: memory`, memoryOf(pid).now, "MiB", atMost === undefined ? {} : { atMost });
  // The start ends with a garbage collection, after ten seconds and more on a busy machine.
  await pause(SETTLE_MS);
  const [cpu, wakeUps] = [cpuMs(pid), countWakeUps(pid)];
  await pause(IDLE_MS);
  const seconds = IDLE_MS / 1000;
  report.value(`at rest, ${what}: share of a processor`, (cpuMs(pid) - cpu) / (10 * seconds), "%", {
    atMost: 0.1,
  });
  report.value(`at rest, ${what}: wake-ups`, (countWakeUps(pid) - wakeUps) / seconds, "/s");
  await stop();
}

/** Returns how often the threads of a process have waited and woken up. */
const countWakeUps = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => {
    const status = readFileSync(`/proc/${pid}/task/${thread}/status`, "utf8");
    return sum + Number(/^voluntary_ctxt_switches:\s+(\d+)/mu.exec(status)?.[1]);
  }, 0);

const LOAD_MS = 30_000;
const REST_MS = 60_000;

/** Goal 18: memory after decks, whole lists, imports and hostile feeds, followed by a minute of rest. */
export async function footprint({ report, rows, archive }: Bench): Promise<void> {
  const file = await archive("news", rows / 10);
  const stand = await openNewsstand();
  const ours = await startProduct(file, { environment: stand.environment });
  await pause(SETTLE_MS);
  const idle = memoryOf(ours.pid).now;
  const admin = await signInAdmin(ours, file);
  const rounds = await mixedLoad(ours, admin, stand, { forMs: LOAD_MS });
  report.value(`memory after ${rounds} rounds of mixed load`, memoryOf(ours.pid).now, "MiB");
  const end = performance.now() + REST_MS;
  while (performance.now() < end && memoryOf(ours.pid).now > 1.5 * idle) await pause(2000);
  report.compare("memory within a minute after it, vs. the start", memoryOf(ours.pid).now, idle, "MiB", {
    atMost: 1.5,
  });
  report.value("peak of memory", memoryOf(ours.pid).peak, "MiB", { atMost: 512 });
  await ours.stop();
  stand.close();
}
