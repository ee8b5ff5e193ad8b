/**
 * `npm run bench`: what the product's calls cost, as ratios to a bare `node:http` server that does the same work in
 * the same run. Absolute numbers do not transfer between machines; ratios do.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

import { type Load, median, type Round, sendLoad } from "./bench/load.ts";
import { residentMiB, type Server, startServer } from "./bench/processes.ts";

const ROUNDS = 5;
const STARTS = 7;
const TOOLS = 1000;
const folder = mkdtempSync(join(tmpdir(), "stackloop-bench-"));
const databaseFile = join(folder, "bench.db");
const bytesFile = join(folder, "list.json");
const product = ["dist/server/stackloop.cjs", "serve"];
const environment = {
  NODE_ENV: "production",
  PORT: "0",
  LOG_LEVEL: "warn",
  RATE_LIMITS: "off",
  DATABASE_URL: `file:${databaseFile}`,
  NIGHTLY_CRON: "",
  NEWS_CRON: "",
  BACKUP_CRON: "",
  OUTBOUND_ALLOW: "",
};

interface Row {
  what: string;
  product: string;
  bare: string;
  ratio: number | null;
  goal: number | null;
}
const table: Row[] = [];

/** A row of the result; `ratio` is to stay at or below `goal`. */
function report(
  what: string,
  measured: number,
  limit: number | null,
  unit: string,
  goal: number | null,
): void {
  const show = (value: number) => `${value >= 100 ? Math.round(value) : value.toFixed(2)} ${unit}`;
  table.push({
    what,
    product: show(measured),
    bare: limit === null ? "" : show(limit),
    ratio: limit === null ? null : measured / limit,
    goal,
  });
}

async function compare(
  what: string,
  servers: { ours: Server; bare: Server },
  loads: { ours: Load; bare: Load },
  count: number,
  goal: number,
) {
  const ours: Round[] = [];
  const bare: Round[] = [];
  await sendLoad(servers.ours, loads.ours, { count: Math.ceil(count / 5), connections: 16 });
  await sendLoad(servers.bare, loads.bare, { count: Math.ceil(count / 5), connections: 16 });
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await sendLoad(servers.ours, loads.ours, { count, connections: 16 }));
    bare.push(await sendLoad(servers.bare, loads.bare, { count, connections: 16 }));
  }
  const cpu = (rounds: Round[]) => median(rounds.map(({ cpuMicroseconds }) => cpuMicroseconds));
  report(`${what}: CPU per request`, cpu(ours), cpu(bare), "µs", goal);
  const rate = (rounds: Round[]) => median(rounds.map(({ perSecond }) => perSecond));
  report(`${what}: requests per second`, rate(ours), rate(bare), "/s", null);
}

const PASSWORD = "secret-pass";
const JSON_BODY = { "content-type": "application/json" };

/** Signs up and answers the session's cookie. */
async function signUp(server: Server, username: string): Promise<string> {
  const body = JSON.stringify({ username, password: PASSWORD });
  const reply = await fetch(`${server.origin}/api/register`, { method: "POST", headers: JSON_BODY, body });
  return reply.headers.getSetCookie()[0]?.split(";")[0] ?? "";
}

/** Fills the database with tools, writes the list's bytes to the file and answers the cookie of a user. */
async function prepare(ours: Server): Promise<string> {
  const cookie = await signUp(ours, "bench");
  const rows = Array.from({ length: TOOLS }, (_, index) => ({
    name: `Tool ${index}`,
    company: `Company ${index % 97}`,
    capabilities: `Writes, reads and checks texts of kind ${index} in ${index % 40} languages. `.repeat(4),
    use: "Everyday writing",
    modality: ["text", "image", "audio", "video"][index % 4],
    industry: ["general", "finance", "media"][index % 3],
    url: `https://tool-${index}.example`,
    tags: ["writing", `group ${index % 50}`],
  }));
  const imported = await fetch(`${ours.origin}/api/ai-tools/import`, {
    method: "POST",
    headers: { ...JSON_BODY, cookie },
    body: JSON.stringify({ rows }),
  });
  if (!imported.ok) throw new Error(`the tools could not be imported: ${await imported.text()}`);
  const list = await fetch(`${ours.origin}/api/ai-tools`, {
    headers: { cookie, "accept-encoding": "identity" },
  });
  writeFileSync(bytesFile, Buffer.from(await list.arrayBuffer()));
  return cookie;
}

async function measureCalls(): Promise<void> {
  const ours = await startServer(product, environment, "/readyz");
  const cookie = await prepare(ours);
  const bare = await startServer(["scripts/bench/bare-server.ts", bytesFile, databaseFile], {}, "/");
  const servers = { ours, bare };
  const headers = { cookie, "accept-encoding": "identity" };
  const json = { ...headers, ...JSON_BODY };
  const list = { path: "/api/ai-tools", headers };
  await compare("list of 1,000 tools", servers, { ours: list, bare: { path: "/" } }, 1500, 1.5);

  const { headers: answer } = await fetch(`${ours.origin}/api/ai-tools`, { headers });
  const known = { ...headers, "if-none-match": answer.get("etag") ?? "" };
  await compare(
    "the same, not modified",
    servers,
    { ours: { path: list.path, headers: known }, bare: { path: "/304" } },
    5000,
    2,
  );

  const who = { ours: { path: "/api/user", headers }, bare: { path: "/who" } };
  await compare("current user", servers, who, 5000, 2.5);

  // Somebody else's logins: each begins a session, and a person's oldest ones end.
  await signUp(ours, "visitor");
  const login = {
    path: "/api/login",
    method: "POST" as const,
    headers: JSON_BODY,
    body: JSON.stringify({ username: "visitor", password: PASSWORD }),
  };
  await compare("login", servers, { ours: login, bare: { path: "/argon2" } }, 60, 1.3);

  // Each create changes the list, so that the list read after it is made anew.
  const create = {
    path: "/api/ai-tools",
    method: "POST" as const,
    headers: json,
    body: JSON.stringify({ name: "Created", tags: ["new"] }),
  };
  await compare("create a tool", servers, { ours: create, bare: { path: "/insert" } }, 500, 1.5);
  await measureFirstReads(servers, create, list);

  report("memory after load", residentMiB(ours.pid), residentMiB(bare.pid), "MiB", null);
  await bare.stop();
  await ours.stop();
}

async function measureFirstReads(
  { ours, bare }: { ours: Server; bare: Server },
  create: Load,
  list: Load,
): Promise<void> {
  const once = { count: 1, connections: 1 };
  const times: number[] = [];
  const limits: number[] = [];
  for (let round = 0; round < 30; round += 1) {
    await sendLoad(ours, create, once);
    times.push((await sendLoad(ours, list, once)).p50Ms);
    limits.push((await sendLoad(bare, { path: "/rows" }, once)).p50Ms);
  }
  report("first list after a write: time", median(times), median(limits), "ms", 1.2);
}

async function measureStarts(): Promise<void> {
  const ours: number[] = [];
  const bare: number[] = [];
  const memory: number[] = [];
  const bareMemory: number[] = [];
  for (let round = 0; round < STARTS; round += 1) {
    const product1 = await startServer(product, environment, "/readyz");
    const bare1 = await startServer(["scripts/bench/bare-server.ts"], {}, "/");
    ours.push(product1.startMs);
    bare.push(bare1.startMs);
    memory.push(residentMiB(product1.pid));
    bareMemory.push(residentMiB(bare1.pid));
    await Promise.all([product1.stop(), bare1.stop()]);
  }
  report("cold start to the first answer from the database", median(ours), median(bare), "ms", 3);
  report("idle memory", median(memory), median(bareMemory), "MiB", 2);
}

function measureScripts(): void {
  const page = readFileSync("dist/client/index.html", "utf8");
  const initial = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/gu)].map(([, file = ""]) => file);
  const kilobytes = (file: string) =>
    gzipSync(readFileSync(join("dist/client", file)), { level: 9 }).length / 1024;
  const sum = initial.reduce((total, file) => total + kilobytes(file), 0);
  report("initial JavaScript, gzipped", sum, 130, "kB", 1);
  const largest = readdirSync("dist/client/assets")
    .filter((file) => file.endsWith(".js") && !initial.includes(`assets/${file}`))
    .map((file) => kilobytes(`assets/${file}`));
  report("largest chunk that comes later, gzipped", Math.max(...largest), 60, "kB", 1);
}

try {
  await measureCalls();
  await measureStarts();
  measureScripts();
  console.table(
    table.map(({ what, product: ours, bare, ratio, goal }) => ({
      what,
      product: ours,
      limit: bare,
      ratio: ratio === null ? "" : `${ratio.toFixed(2)}x`,
      goal: goal === null ? "" : `≤ ${goal}x`,
      reached: goal === null || ratio === null ? "" : ratio <= goal ? "yes" : "no",
    })),
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
