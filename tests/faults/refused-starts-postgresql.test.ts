import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import {
  CERTIFICATE,
  hangingServer,
  olderServer,
  refusingPooler,
  serverBehindPooler,
  serverWithTls,
  silentServer,
} from "#tests/support/odd-servers.ts";
import { asAdmin, createDatabase, createMigratedDatabase, createRole } from "#tests/support/postgresql.ts";
import { program } from "#tests/support/program.ts";
import { signedIn } from "#tests/support/rest-client.ts";
import { THOROUGH } from "#tests/support/thorough.ts";

/** Time limit, in addition to the start of the program. */
const LONGEST_MS = 10_000;

/** Starts a command in its own process, which takes as long as a server. */
const OWN_PROCESS = { NODE_OPTIONS: "--no-warnings" };

/**
 * The error of serve, migrate and doctor for an unusable database: the same line, without the password. If it takes
 * long to find, they run at the same time, and each has to end within a limit.
 */
async function refusalOf(
  url: string,
  { environment = {}, isSlow = false }: { environment?: Record<string, string>; isSlow?: boolean } = {},
): Promise<string> {
  const run = async (args: string[], more: Record<string, string> = {}) => {
    const startedAt = performance.now();
    const ending = await program().run(args, { ...more, ...environment, DATABASE_URL: url });
    return { ...ending, ms: performance.now() - startedAt };
  };
  const starting = isSlow ? run(["version"], OWN_PROCESS) : undefined;
  const serving = run(["serve"]);
  // One after the other, commands can share a process.
  if (!isSlow) await serving;
  const migrating = run(["migrate"]);
  if (!isSlow) await migrating;
  const [start, serve, migrate, doctor] = await Promise.all([
    starting,
    serving,
    migrating,
    run(["doctor", "--json"]),
  ]);
  const longest = start ? start.ms + LONGEST_MS : Infinity;
  for (const { code, ms } of [serve, migrate, doctor]) {
    expect(code).toBe(1);
    expect(ms).toBeLessThan(longest);
  }
  expect(serve.stderr).toHaveLength(1);
  const [refusal = ""] = serve.stderr;
  expect(migrate.stderr).toEqual([refusal]);
  const { problems, findings } = JSON.parse(doctor.stdout);
  expect(problems).toBe(1);
  expect(findings).toContainEqual({ verdict: "wrong", text: refusal.replace("stackloop: ", "") });
  const password = /:(?<password>[^:@/]+)@/u.exec(url)?.groups?.["password"] ?? "";
  for (const { stdout, stderr } of [serve, migrate, doctor])
    expect(`${stdout}${stderr.join("")}`).not.toContain(password);
  return refusal;
}

/** The address of an existing database with one change. */
async function spoilt(spoil: (url: URL) => unknown, from = createDatabase()): Promise<string> {
  const url = new URL(await from);
  await spoil(url);
  return url.href;
}

test.each<[string, (url: URL) => unknown, RegExp]>([
  ["a user who is not there", (url) => (url.username = "nobody-at-all"), /check the username/u],
  ["a host whose name is none", (url) => (url.hostname = "nowhere.invalid"), /check the host/u],
  ["a port where nobody listens", (url) => (url.port = "1"), /start the server, or check host and port/u],
  [
    "a database that is not there",
    (url) => (url.pathname = "/nowhere"),
    /create the database first: createdb/u,
  ],
  [
    "a server without TLS, asked for it",
    (url) => (url.search = "?sslmode=require"),
    /turn on TLS on the server/u,
  ],
  [
    "a server without TLS, asked to prove itself",
    (url) => (url.search = "?sslmode=verify-full"),
    /turn on TLS on the server/u,
  ],
  [
    "a file of authorities that is not there",
    (url) => (url.search = "?sslmode=verify-full&sslrootcert=/nowhere.pem"),
    /nowhere\.pem'; check the files/u,
  ],
])("reports %s in one line with a remedy", async (_, spoil, advice) => {
  expect(await refusalOf(await spoilt(spoil))).toMatch(advice);
});

test.each([
  ["accepts connections and says nothing", silentServer],
  ["lets everybody in and answers nothing", hangingServer],
])(
  "gives up on a server that %s within 10 seconds",
  async (_, start) => {
    const url = await spoilt(async (spoil) => (spoil.port = String(await start())));
    expect(await refusalOf(url, { isSlow: true })).toMatch(/no server responds: check host and port/u);
  },
  120_000,
);

test("aborts an endless name lookup within 10 seconds", { timeout: 120_000, ...THOROUGH }, async () => {
  const patch = `import dns from "node:dns"; dns.lookup = () => { setInterval(() => {}, 1000); };`;
  const environment = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(patch)}` };
  const url = await spoilt((spoil) => (spoil.hostname = "slow.invalid"));
  expect(await refusalOf(url, { environment, isSlow: true })).toMatch(/no server responds/u);
});

test("refuses a certificate without a known authority, and trusts configured ones", async () => {
  const real = new URL(await createMigratedDatabase());
  real.hostname = "localhost";
  const port = String(await serverWithTls(Number(real.port)));
  real.port = port;
  for (const mode of ["verify-full", "require"]) {
    real.search = `?sslmode=${mode}`;
    expect(await refusalOf(real.href)).toMatch(/self.signed certificate.*name its authority .*sslrootcert/u);
  }
  const stackloop = program();
  const file = join(stackloop.folder, "authority.pem");
  writeFileSync(file, CERTIFICATE);
  for (const mode of ["verify-full", "require"]) {
    real.search = `?sslmode=${mode}&sslrootcert=${file}`;
    expect(await stackloop.run(["migrate"], { DATABASE_URL: real.href })).toMatchObject({
      code: 0,
      stderr: [],
    });
  }
}, 120_000);

test("reports a wrong password in one line with a remedy", async () => {
  const right = await createRole(await createDatabase(), { name: "password_holder" });
  const wrong = await spoilt((url) => (url.password = "wrong-one"), Promise.resolve(right));
  expect(await refusalOf(wrong)).toMatch(/check the username and the password in DATABASE_URL/u);
  expect(await refusalOf(right)).toMatch(/may not create tables/u);
});

test("reports an invalid address without the password", async () => {
  expect(await refusalOf("postgres://stackloop:half#other-half@127.0.0.1:5432/stackloop")).toMatch(
    /can't read the address .*%23/u,
  );
});

test("reports a server that is too old with its version", THOROUGH, async () => {
  const url = await spoilt(async (spoil) => (spoil.port = String(await olderServer(Number(spoil.port)))));
  expect(await refusalOf(url)).toMatch(/runs PostgreSQL 14\..*needs 15 or newer, so update the server/u);
});

test("reports missing rights in one line with the required grant", async () => {
  const url = await createDatabase();
  const { pathname } = new URL(url);
  const guest = await createRole(url);
  expect(await refusalOf(guest)).toMatch(/may not create tables .*grant create on schema public to USER/u);

  await asAdmin(url, `revoke connect on database "${pathname.slice(1)}" from public`);
  expect(await refusalOf(guest)).toMatch(/grant connect on database/u);

  await asAdmin(url, "drop schema public");
  expect(await refusalOf(url)).toMatch(/no schema for the user .*create schema authorization USER/u);
}, 120_000);

test("reports tables of another owner with a remedy", async () => {
  const url = await createMigratedDatabase();
  const guest = await createRole(url);
  await asAdmin(url, `grant create on schema public to "${new URL(guest).username}"`);
  expect(await refusalOf(guest)).toMatch(/belong to stackloop_.*owner to USER.*pg_restore --no-owner/u);
});

test("reports a read-only database", async () => {
  const url = await createMigratedDatabase();
  const name = new URL(url).pathname.slice(1);
  await asAdmin(url, `alter database "${name}" set default_transaction_read_only = on`);
  expect(await refusalOf(url)).toMatch(/is read-only; connect to the primary server/u);
});

test("reports a pooler that refuses StackLoop's settings, and not a firewall", async () => {
  const port = await refusingPooler();
  const refusal = await refusalOf(`postgres://stackloop:secret-word@127.0.0.1:${port}/stackloop`);
  expect(refusal).toContain("a connection pooler (PgBouncer) answers there");
  expect(refusal).not.toMatch(/firewall/u);
});

test("reports a pooler that drops LISTEN at the start, in the doctor and on System", async () => {
  const url = new URL(await createMigratedDatabase());
  const direct = url.href;
  url.port = String(await serverBehindPooler(Number(url.port)));
  const stackloop = program();
  const DATABASE_URL = url.href;
  const server = await stackloop.serve({ DATABASE_URL });
  expect(server.output()).toContain("live updates between processes don't work");
  await stackloop.run(["user", "create", "ada", "--admin", "--password", "secret-pass"], { DATABASE_URL });
  const ada = await signedIn(server.origin, "ada");
  expect((await ada.call("GET", "/api/system")).body.attention).toContainEqual(
    expect.objectContaining({ id: "no-live-updates", urgency: "soon" }),
  );
  await server.stop("SIGTERM");
  const pooled = await stackloop.run(["doctor"], { DATABASE_URL });
  expect(pooled.code).toBe(1);
  expect(pooled.stdout).toMatch(
    /^wrong {2}live updates between processes: don't work; a connection pooler /mu,
  );
  const doctor = await stackloop.run(["doctor"], { DATABASE_URL: direct });
  expect(doctor.stdout).toContain("ok     live updates between processes: work\n");
  const straight = await stackloop.serve({ DATABASE_URL: direct });
  expect(straight.output()).not.toContain("live updates between processes don't work");
});
