import { mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createServer, request } from "node:http";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";

import Database from "better-sqlite3";

import { openFile } from "#db/sqlite/open-file.ts";
import { pause } from "#tests/support/built/load.ts";

import { PASSWORD, type Product } from "./product.ts";
import { compareTimes } from "./sign-in-times.ts";

interface Outcome {
  passed: boolean;
  /** Details of the check, for the reader of the list. */
  details: string;
}

const outcome = (passed: boolean, details: string): Outcome => ({ passed, details });

/** Each promise and its check. The order matters, because some checks use up limits that others need. */
export const promises: readonly (readonly [string, (product: Product) => Promise<Outcome>])[] = [
  ["nobody becomes an admin by signing up", checkSignUpRole],
  ["the first admin needs the one-time link that the server printed", checkSetupLink],
  ["only this machine can connect", checkListeningAddress],
  ["sessions are in a cookie that no script and no other site can use", checkSessionCookie],
  ["the database has neither passwords nor session ids", checkStoredSecrets],
  ["signing out ends the session on the server", checkSignOut],
  ["the database survives a power loss (WAL, synchronous = FULL)", checkDurability],
  ["only the owner can read the database and its folder", checkFilePermissions],
  ["a backup is made every night", checkBackupSchedule],
  ["visitors can't read anything", checkVisitors],
  ["another site can't write", checkOtherSites],
  ["another host name is refused", checkOtherHosts],
  ["pages run only this server's scripts", checkContentPolicy],
  ["replies don't name the server software", checkServerHeaders],
  ["the server fetches nothing from private addresses", checkOutgoingRequests],
  ["files whose content doesn't match their type are refused", checkUploads],
  ["signing in takes as long for an unknown name as for a known one", checkSignInTimes],
  ["a name has at most 10 wrong passwords a minute", checkPasswordLimit],
  ["calls are limited", checkCallLimit],
];

async function checkSignUpRole({ signUp, call }: Product): Promise<Outcome> {
  const wish = { username: "first", password: PASSWORD, isAdmin: true };
  const refused = await call("POST", "/api/register", { body: wish });
  const cookie = await signUp("first", { role: "admin" });
  const { role } = JSON.parse((await call("GET", "/api/user", { cookie })).text);
  const { status } = await call("GET", "/api/users", { cookie });
  return outcome(
    refused.status === 400 && role === "user" && status === 403,
    `${refused.status} for isAdmin, role ${role}, ${status} for the list of users`,
  );
}

const setupOf = ({ printed }: Product) => /\?setup=([\w-]+)/u.exec(printed)?.[1];

async function checkSetupLink(product: Product): Promise<Outcome> {
  const setup = setupOf(product);
  const cookie = await product.signUp("admin", { setup });
  const { role } = JSON.parse((await product.call("GET", "/api/user", { cookie })).text);
  const again = await product.call("POST", "/api/register", {
    body: { username: "second", password: PASSWORD, setup },
  });
  return outcome(
    role === "admin" && again.status === 403,
    `role ${role}, then ${again.status} for a second use`,
  );
}

async function checkListeningAddress({ port }: Product): Promise<Outcome> {
  const others = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family }) => !internal && family === "IPv4");
  const reached = await Promise.all(others.map(({ address }) => canConnect(port, address)));
  return outcome(!reached.includes(true), `${others.length} other addresses of this machine tried`);
}

function canConnect(port: number, address: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect({ port, host: address, timeout: 2000 });
  socket.once("connect", () => resolve(true));
  socket.once("error", () => resolve(false));
  socket.once("timeout", () => resolve(false));
  return promise.finally(() => socket.destroy());
}

const signIn = ({ call }: Product, username: string, password = PASSWORD) =>
  call("POST", "/api/login", { body: { username, password } });

async function checkSessionCookie(product: Product): Promise<Outcome> {
  const [cookie = ""] = (await signIn(product, "first")).headers.getSetCookie();
  const flags = ["HttpOnly", "SameSite=Lax", "Path=/"].filter((flag) => cookie.includes(flag));
  return outcome(flags.length === 3 && !/domain=/iu.test(cookie), flags.join(", "));
}

const databaseOf = ({ folder }: Product) => join(folder, "data/stackloop.db");

async function checkStoredSecrets(product: Product): Promise<Outcome> {
  const [cookie = ""] = (await signIn(product, "first")).headers.getSetCookie();
  const id = /=(\w+)/u.exec(cookie)?.[1] ?? "";
  const folder = join(product.folder, "data");
  const stored = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = Buffer.concat(stored.map(({ name }) => readFileSync(join(folder, name))));
  const hash = /\$argon2id\$v=\d+\$m=\d+,t=\d+,p=\d+/u.exec(bytes.toString("latin1"))?.[0] ?? "no hash";
  const isClean = id !== "" && !bytes.includes(id) && !bytes.includes(PASSWORD);
  return outcome(isClean && hash.startsWith("$argon2id"), hash);
}

async function checkSignOut({ signUp, call }: Product): Promise<Outcome> {
  const cookie = await signUp("leaver");
  const before = await call("GET", "/api/user", { cookie });
  await call("POST", "/api/logout", { cookie });
  const after = await call("GET", "/api/user", { cookie });
  return outcome(
    before.status === 200 && after.status === 401,
    `${before.status}, then ${after.status} with the old cookie`,
  );
}

async function checkDurability(product: Product): Promise<Outcome> {
  const running = new Database(databaseOf(product), { readonly: true });
  const mode = running.pragma("journal_mode", { simple: true });
  running.close();
  // The setting belongs to a connection, so it is read from one opened by the product's own code.
  const copy = join(product.folder, "another");
  mkdirSync(copy);
  const { db, close } = openFile(join(copy, "stackloop.db"));
  const { rows } = await db.executeQuery<{ synchronous: number }>({
    ...db.selectNoFrom([]).compile(),
    sql: "pragma synchronous",
  });
  await close();
  const [row] = rows;
  return outcome(
    mode === "wal" && row?.synchronous === 2,
    `journal_mode ${String(mode)}, synchronous ${row?.synchronous}`,
  );
}

async function checkFilePermissions(product: Product): Promise<Outcome> {
  const file = databaseOf(product);
  const modes = [join(product.folder, "data"), file, `${file}-wal`].map((path) =>
    (statSync(path).mode & 0o777).toString(8),
  );
  return outcome(
    modes.every((mode) => mode.endsWith("00")),
    modes.join(", "),
  );
}

async function checkBackupSchedule(product: Product): Promise<Outcome> {
  const cookie = (await signIn(product, "admin")).headers.getSetCookie()[0]?.split(";")[0];
  let next: string | null = null;
  // Jobs are scheduled shortly after the first requests.
  for (let attempt = 0; next === null && attempt < 50; attempt += 1) {
    await pause(100);
    const { text: reply } = await product.call("GET", "/trpc/jobs.overview", { cookie: cookie ?? "" });
    const jobs: { name: string; nextRunAt: string | null }[] = JSON.parse(reply).result.data;
    next = jobs.find(({ name }) => name === "backup")?.nextRunAt ?? null;
  }
  return outcome(next !== null, `next one at ${next}`);
}

const PRIVATE_PATHS = [
  "/api/user",
  "/api/users",
  "/api/ai-tools",
  "/api/news",
  "/api/prompts",
  "/api/readings",
  "/api/openapi.json",
  "/trpc/tools.list?input=%7B%7D",
  "/trpc/jobs.overview",
];

async function checkVisitors({ call }: Product): Promise<Outcome> {
  const statuses = await Promise.all(PRIVATE_PATHS.map(async (path) => (await call("GET", path)).status));
  return outcome(
    statuses.every((status) => status === 401),
    `${statuses.length} addresses: ${[...new Set(statuses)].join(", ")}`,
  );
}

async function checkOtherSites({ call, signUp }: Product): Promise<Outcome> {
  const cookie = await signUp("target");
  const body = { name: "x" };
  const replies = await Promise.all([
    call("POST", "/api/ai-tools", { cookie, body, headers: { "sec-fetch-site": "cross-site" } }),
    call("POST", "/api/ai-tools", { cookie, body, headers: { origin: "https://evil.example" } }),
    call("POST", "/api/logout", { cookie, headers: { "sec-fetch-site": "cross-site" } }),
  ]);
  const statuses = replies.map(({ status }) => status);
  return outcome(
    statuses.every((status) => status === 403),
    statuses.join(", "),
  );
}

async function checkOtherHosts({ port }: Product): Promise<Outcome> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  request(
    { host: "127.0.0.1", port, path: "/api/auth/entry", headers: { host: "evil.example" } },
    (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    },
  )
    .on("error", reject)
    .end();
  const status = await promise;
  return outcome(status === 421, String(status));
}

async function checkContentPolicy({ call }: Product): Promise<Outcome> {
  const replies = await Promise.all(
    ["/", "/api/nothing", "/healthz", "/assets/none.js"].map((path) => call("GET", path)),
  );
  const policies = replies.map(({ headers }) => headers.get("content-security-policy") ?? "none");
  const isStrict = policies.every(
    (policy) =>
      policy.includes("default-src 'none'") &&
      policy.includes("script-src 'self'") &&
      !policy.includes("unsafe"),
  );
  return outcome(isStrict, /script-src[^;]*/u.exec(policies[0] ?? "")?.[0] ?? "none");
}

async function checkServerHeaders({ call }: Product): Promise<Outcome> {
  const { headers } = await call("GET", "/");
  const names = ["server", "x-powered-by"].filter((name) => headers.has(name));
  return outcome(names.length === 0, names.join(", ") || "no such header");
}

async function checkOutgoingRequests({ call, signUp }: Product): Promise<Outcome> {
  let hits = 0;
  const canary = createServer((_request, response) => {
    hits += 1;
    response.end("<title>Inside</title>");
  });
  await new Promise<void>((resolve) => canary.listen(0, "127.0.0.1", resolve));
  const address = canary.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const cookie = await signUp("explorer");
  const hosts = [
    `127.0.0.1:${port}`,
    `localhost:${port}`,
    `[::ffff:7f00:1]:${port}`,
    `0x7f.1:${port}`,
    "169.254.169.254",
  ];
  const statuses = await Promise.all(
    hosts.map(
      async (host) =>
        (await call("POST", "/trpc/readings.lookup", { cookie, body: { isbnOrUrl: `http://${host}/` } }))
          .status,
    ),
  );
  canary.close();
  return outcome(
    hits === 0 && statuses.every((status) => status >= 400),
    `${hits} requests came through; ${[...new Set(statuses)].join(", ")}`,
  );
}

const IMAGE_TYPES = { png: "image/png", svg: "image/svg+xml" } as const;

async function checkUploads({ call, signUp }: Product): Promise<Outcome> {
  const cookie = await signUp("uploader");
  const upload = async (fileExtension: keyof typeof IMAGE_TYPES, content: string) => {
    const { text: reply } = await call("POST", "/api/logos/upload", { cookie, body: { fileExtension } });
    const address = new URL(JSON.parse(reply).uploadURL);
    const headers = { "content-type": IMAGE_TYPES[fileExtension] };
    return (await call("PUT", `${address.pathname}${address.search}`, { cookie, content, headers })).status;
  };
  const svg = '<svg xmlns="http://www.w3.org/2000/svg">';
  const statuses = [
    await upload("png", "<html><script>alert(1)</script></html>"),
    await upload("svg", `${svg}<script>alert(1)</script></svg>`),
    await upload("svg", `${svg}<rect onload="alert(1)"/></svg>`),
    await upload("svg", `${svg}<rect width="1" height="1"/></svg>`),
  ];
  return outcome(
    statuses.join() === "415,415,415,200",
    `${statuses.join(", ")} for a page, a script, a handler and a plain drawing`,
  );
}

async function checkSignInTimes(product: Product): Promise<Outcome> {
  const { known, unknown, difference, probability } = await compareTimes(product);
  // On a busy machine the medians may differ more by chance.
  return outcome(
    difference < 0.1 || probability > 0.01,
    `medians ${known.toFixed(0)} and ${unknown.toFixed(0)} ms, ${(difference * 100).toFixed(1)} % apart (p = ${probability.toFixed(2)})`,
  );
}

async function checkPasswordLimit(product: Product): Promise<Outcome> {
  const tries = await Promise.all(Array.from({ length: 30 }, () => signIn(product, "first", "wrong-guess")));
  const tested = tries.filter(({ status }) => status === 401).length;
  const refused = tries.find(({ status }) => status === 429);
  return outcome(
    tested <= 10 && refused?.headers.has("retry-after") === true,
    `30 at once: ${tested} tested, the others have to wait ${refused?.headers.get("retry-after")} s`,
  );
}

async function checkCallLimit({ call }: Product): Promise<Outcome> {
  for (let sent = 0; sent < 700; sent += 50) {
    const statuses = await Promise.all(
      Array.from({ length: 50 }, async () => (await call("GET", "/api/user")).status),
    );
    if (statuses.includes(429)) return outcome(true, `429 after at most ${sent + 50} calls of a visitor`);
  }
  return outcome(false, "700 calls of a visitor, and none was refused");
}
