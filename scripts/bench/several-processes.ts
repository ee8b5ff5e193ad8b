import type { BenchRun } from "./bench-run.ts";
import { addReading, countConnections, WROTE_LONG_AGO } from "./both-engines.ts";
import { amountOf, type CopiedArchive } from "./copied-archives.ts";
import { type Load, median, type Round, sendLoad } from "./load.ts";
import type { PostgresqlServer } from "./postgresql-server.ts";
import { memoryOf, type Server } from "./processes.ts";
import { keepBusy, pin, splitProcessors } from "./processor-shares.ts";
import { JSON_BODY, signIn, startProduct } from "./product.ts";

const MOST_PROCESSES = 3;
/** So many programs want the one processor, whether they are processes of the product or only count. */
const SHARES = 4;
const ROUNDS = 5;
const FULL = { count: Infinity, connections: 8, atMostMs: 2000 };
const ALONE = { count: 300, connections: 1, atMostMs: 1000 };
const WARM_UP = { count: 200, connections: 8, atMostMs: 2000 };

/** What is asked of every process at the same time. */
interface Work {
  what: string;
  loadOf(person: Client): Load;
}

interface Client {
  server: Server;
  headers: Record<string, string>;
  /** Each has a discussion of their own. */
  readingId: string;
}

const WORKS: readonly Work[] = [
  // As a browser asks for it.
  {
    what: "list of 1000 tools",
    loadOf: ({ headers }) => ({ path: "/api/ai-tools", headers: { ...headers, "accept-encoding": "gzip" } }),
  },
  { what: "news, first page", loadOf: ({ headers }) => ({ path: "/api/news?limit=50", headers }) },
  {
    what: "comment, REST",
    loadOf: ({ headers, readingId }) => ({
      path: `/api/readings/${readingId}/comments`,
      method: "POST",
      headers: { ...headers, ...JSON_BODY },
      body: JSON.stringify({ content: "Two or three people will read this remark." }),
    }),
  },
];

/**
 * How many requests two and three processes serve on one database, to those of one. Each has the same share of one
 * processor, whose rest goes to programs that count; PostgreSQL and whoever asks have the other processors. That needs
 * no more than two of them, and no rights.
 */
export async function compareProcesses(
  run: BenchRun,
  database: PostgresqlServer,
  archive: CopiedArchive,
): Promise<void> {
  const { report } = run;
  const processors = splitProcessors();
  if (processors === null) {
    report.note("two processes to one", "not measured: it takes two processors, and taskset");
    return;
  }
  const { first, others, all } = processors;
  report.note(
    "what ran where",
    `each process of StackLoop had 1/${SHARES} of processor ${first} (what fewer than ${SHARES} leave goes to programs that count), PostgreSQL and the load generator processor ${others}`,
  );
  const measure = async (who: string, clients: readonly Client[]) => {
    await measureAlone(run, who, clients);
    pin([process.pid, ...database.pids()], others);
    pin(
      clients.map(({ server }) => server.pid),
      first,
    );
    const end = keepBusy(first, SHARES - clients.length);
    const totals = new Map<string, Total>();
    for (const work of WORKS) totals.set(work.what, await measureTotal(work, clients));
    await end();
    pin([process.pid, ...database.pids(), ...clients.map(({ server }) => server.pid)], all);
    return totals;
  };
  const sqlite = await startClient(await startProduct(archive.file));
  const bySqlite = await measure("one process on SQLite", [sqlite]);
  await sqlite.server.stop();
  for (const [what, { perSecond, perCpuSecond }] of bySqlite) {
    report.value(`${what}: one process on SQLite`, perSecond, "/s");
    report.value(`${what}: the same, by a second of its processor time`, perCpuSecond, "/s");
  }
  const clients: Client[] = [];
  let byOne: ReadonlyMap<string, Total> = new Map();
  for (let count = 1; count <= MOST_PROCESSES; count += 1) {
    clients.push(
      await startClient(await startProduct(archive.file, { environment: { DATABASE_URL: archive.url } })),
    );
    const who = `${COUNTS[count]} on PostgreSQL`;
    const totals = await measure(who, clients);
    if (count === 1) byOne = totals;
    for (const [what, total] of totals) {
      const one = byOne.get(what) ?? total;
      if (count === 1) {
        report.value(`${what}: ${who}`, total.perSecond, "/s");
        report.value(`${what}: the same, by a second of its processor time`, total.perCpuSecond, "/s");
        continue;
      }
      const goal = count === 2 ? { atLeast: 1.7 } : {};
      report.compare(`${what}: ${who}, to one`, total.perSecond, one.perSecond, "/s", goal);
      report.compare(
        `${what}: the same, by a second of their processor time`,
        total.perCpuSecond,
        one.perCpuSecond,
        "/s",
      );
    }
    report.value(
      `memory of each, ${who}, ${amountOf(archive)}`,
      median(clients.map(({ server }) => memoryOf(server.pid).now)),
      "MiB",
    );
    report.value(`connections of all, ${who}`, await countConnections(archive), "");
  }
  await Promise.all(clients.map(({ server }) => server.stop()));
}

const COUNTS = ["none", "one process", "two processes", "three processes"];

async function startClient(server: Server): Promise<Client> {
  const person = await signIn(server, "bench");
  return {
    server,
    headers: { cookie: `${person.cookie}; ${WROTE_LONG_AGO}` },
    readingId: await addReading(person),
  };
}

/** How long it takes where nobody else asks, of each process in its turn. */
async function measureAlone({ report }: BenchRun, who: string, clients: readonly Client[]): Promise<void> {
  for (const { what, loadOf } of WORKS) {
    const rounds: Round[] = [];
    for (const client of clients) {
      await sendLoad(client.server, loadOf(client), WARM_UP);
      for (let round = 0; round < ROUNDS; round += 1)
        rounds.push(await sendLoad(client.server, loadOf(client), ALONE));
    }
    report.value(`${what}: ${who}, p50`, median(rounds.map(({ p50Ms }) => p50Ms)), "ms");
    report.value(`${what}: ${who}, p99`, median(rounds.map(({ p99Ms }) => p99Ms)), "ms");
  }
}

/** What all processes did together. */
interface Total {
  perSecond: number;
  /** For each second of processor time that they took. */
  perCpuSecond: number;
}

async function measureTotal({ loadOf }: Work, clients: readonly Client[]): Promise<Total> {
  const send = (amount: typeof FULL) =>
    Promise.all(clients.map((client) => sendLoad(client.server, loadOf(client), amount)));
  await send(WARM_UP);
  const totals: Total[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const rounds = await send(FULL);
    const perSecond = sum(rounds.map((one) => one.perSecond));
    const cpuShare = sum(rounds.map((one) => (one.perSecond * one.cpuMicroseconds) / 1e6));
    totals.push({ perSecond, perCpuSecond: perSecond / cpuShare });
  }
  return {
    perSecond: median(totals.map(({ perSecond }) => perSecond)),
    perCpuSecond: median(totals.map(({ perCpuSecond }) => perCpuSecond)),
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
