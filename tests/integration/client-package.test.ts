import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import packageFile from "#package" with { type: "json" };
import { createOnce } from "#tests/support/cleanup.ts";
import { clientProject, compilers } from "#tests/support/client-project.ts";
import { freePort, listening } from "#tests/support/listening.ts";
import { signedUp } from "#tests/support/rest-client.ts";
import { temporaryFolder, testServer } from "#tests/support/test-app.ts";
import { thoroughUnless } from "#tests/support/thorough.ts";

const root = join(import.meta.dirname, "../..");

/** Supported uses of the client: every export, and calls of each kind. */
const PROGRAM = `
import {
  type AppRouter,
  createStackloopClient,
  type Prompt,
  type RouterInputs,
  type RouterOutputs,
  type StackloopClient,
  type StackloopClientOptions,
  StackloopError,
  type Tool,
} from "stackloop/client";

const options: StackloopClientOptions = { url: "http://localhost:3000", token: "slt_1" };
const client: StackloopClient = createStackloopClient(options);

export async function work(): Promise<string[]> {
  const added: Tool = await client.tools.add.mutate({ name: "Whisper", tags: ["speech"] });
  const input: RouterInputs["tools"]["edit"] = { id: added.id, notes: null, revision: added.revision };
  const edited: RouterOutputs["tools"]["edit"] = await client.tools.edit.mutate(input);
  const { items } = await client.tools.list.query();
  const prompts: Prompt[] = (await client.prompts.list.query({ limit: 3 })).items;
  await client.auth.logout.mutate();
  return [edited.name, ...items.map(({ name }) => name), ...prompts.map(({ prompt }) => prompt)];
}

export function watch(): void {
  const subscription = client.events.watch.subscribe(undefined, {
    onData: ({ id, data }) => work().then(() => [id, data.changes[0]?.actor?.username]),
    onError: (error) => [error.status, error.issues[0]?.path],
  });
  client.jobs.follow.subscribe({ id: "1" }, { onData: ({ state }) => state === "failed" });
  subscription.unsubscribe();
}

export const reason = (error: unknown): string | undefined =>
  error instanceof StackloopError ? error.code : undefined;
export type Router = AppRouter;

// @ts-expect-error -- there is no such field
void client.tools.add.mutate({ nam: "x" });
// @ts-expect-error -- an id is required
void client.tools.get.query();
// @ts-expect-error -- there is no such call
void client.tools.fly;
`;

const MODULES = {
  nodenext: ["--module", "nodenext", "--moduleResolution", "nodenext"],
  bundler: ["--module", "esnext", "--moduleResolution", "bundler"],
} as const;

/** The oldest and the newest compiler. */
const SAMPLES = new Set(["5.4 nodenext", "7 bundler"]);

const installed = createOnce(async () => {
  const { origin } = await testServer();
  return { origin, project: await clientProject(origin) };
}, 60_000);

describe("a project that installed the client from its server", () => {
  for (const [name, version, file] of Object.keys(MODULES).flatMap((key) =>
    compilers().map((compiler) => [key, ...compiler] as const),
  ))
    test(
      `compiles with TypeScript ${version} and the module resolution ${name}`,
      { timeout: 120_000, ...thoroughUnless(SAMPLES.has(`${version} ${name}`)) },
      async () => {
        const { project } = installed();
        project.write("main.ts", PROGRAM);
        rmSync(join(project.folder, "tsconfig.json"), { force: true });
        const [, ...rest] = Object.entries(MODULES).find(([key]) => key === name) ?? [];
        await project.run("node", file, "--init", "--strict", "--target", "es2022", ...rest.flat());
        // Checks declarations too, including the client's.
        const report = await project.run(
          "node",
          file,
          "--noEmit",
          "--extendedDiagnostics",
          "--skipLibCheck",
          "false",
        );
        const kilobytes = Number(/^Memory used: +(\d+)K$/mu.exec(report)?.[1]);
        expect(kilobytes).toBeGreaterThan(0);
        expect(kilobytes).toBeLessThan(250_000);
        const files = Number(/^Files: +(\d+)$/mu.exec(report)?.[1]);
        expect(files).toBeLessThan(150);
      },
    );

  test("compiles as CommonJS, and runs", async () => {
    const { origin } = installed();
    const commonJs = await clientProject(origin, {});
    commonJs.write(
      "main.ts",
      `import { createStackloopClient, StackloopError } from "stackloop/client";
const client = createStackloopClient({ url: "${origin}" });
client.tools.list.query().catch((error: unknown) => {
  if (error instanceof StackloopError) console.log(error.status);
});`,
    );
    const [[, oldest] = ["", ""]] = compilers();
    await commonJs.run("node", oldest, "--strict", "--target", "es2022", ...MODULES.nodenext, "main.ts");
    expect(await commonJs.run("node", "main.js")).toBe("401\n");
  }, 60_000);

  test("uses the router's types with tRPC's own libraries", async () => {
    const { origin } = installed();
    const trpc = await clientProject(origin);
    symlinkSync(join(root, "node_modules/@trpc"), join(trpc.folder, "node_modules/@trpc"));
    trpc.write(
      "main.ts",
      `import { createTRPCClient, httpLink } from "@trpc/client";
import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import type { AppRouter, RouterInputs, RouterOutputs } from "stackloop/client";
const client = createTRPCClient<AppRouter>({ links: [httpLink({ url: "/trpc" })] });
export const tools: Promise<RouterOutputs["tools"]["list"]> = client.tools.list.query();
export const inputs = (of: RouterInputs["tools"]["add"]): inferRouterInputs<AppRouter>["tools"]["add"] => of;
export const outputs = (of: inferRouterOutputs<AppRouter>["tools"]["get"]): RouterOutputs["tools"]["get"] => of;
client.events.watch.subscribe(undefined, { onData: ({ id, data }) => [id.length, data.changes[0]?.seq] });
// @ts-expect-error -- there is no such field
void client.tools.add.mutate({ nam: "x" });`,
    );
    const [, newest] = compilers().at(-1) ?? ["", ""];
    const options = ["--noEmit", "--strict", "--skipLibCheck", "--target", "es2022", ...MODULES.nodenext];
    const output = await trpc.run("node", newest, ...options, "--ignoreConfig", "main.ts");
    expect(output).toBe("");
  }, 60_000);

  test("signs in, calls, and receives changes", async () => {
    const { project } = installed();
    const server = await testServer();
    await signedUp(server.origin, "ada");
    project.write(
      "session.mjs",
      `import { createStackloopClient } from "stackloop/client";
const client = createStackloopClient({ url: "${server.origin}/" });
await client.auth.login.mutate({ username: "ada", password: "secret-pass" });
const seen = new Promise((resolve, reject) => {
  const subscription = client.events.watch.subscribe(undefined, {
    async onData({ data }) {
      if (data.changes.length === 0) return client.tools.add.mutate({ name: "Whisper" });
      subscription.unsubscribe();
      resolve(data.changes[0].title);
    },
    onError: reject,
  });
});
console.log(await seen, (await client.tools.list.query()).items.length);
const { token } = await client.tokens.create.mutate({ name: "Script", scope: "read" });
const reader = createStackloopClient({ url: "${server.origin}", token });
const told = new Promise((resolve, reject) => {
  const subscription = reader.events.watch.subscribe({ after: 0 }, {
    onData({ id, data }) {
      subscription.unsubscribe();
      resolve([typeof id, data.changes[0]?.title]);
    },
    onError: reject,
  });
});
console.log(...(await told));
const long = await reader.exports.tools.query({ format: "csv", ids: Array.from({ length: 900 }, (_, n) => "tool-" + n) });
console.log(long.fileName);
`,
    );
    expect(await project.run("node", "session.mjs")).toBe("Whisper 1\nstring Whisper\nai-tools.csv\n");
  }, 60_000);

  test("reads the inbox, and receives its number of open entries", async () => {
    const { project } = installed();
    const server = await testServer();
    for (const name of ["ada", "grace"]) await signedUp(server.origin, name);
    project.write(
      "inbox.mjs",
      `import { createStackloopClient, StackloopError } from "stackloop/client";
const signIn = async (username) => {
  const client = createStackloopClient({ url: "${server.origin}" });
  await client.auth.login.mutate({ username, password: "secret-pass" });
  return client;
};
const [ada, grace] = [await signIn("ada"), await signIn("grace")];
const { id } = await ada.tools.add.mutate({ name: "Whisper" });
const ref = "tool:" + id;
const counts = [];
await new Promise((resolve, reject) => {
  const subscription = grace.events.watch.subscribe(undefined, {
    async onData({ data: { inboxOpen } }) {
      if (inboxOpen === undefined) return;
      if (counts.push(inboxOpen) === 1) return ada.comments.add.mutate({ ref, content: "Hello @grace" });
      subscription.unsubscribe();
      resolve();
    },
    onError: reject,
  });
});
const print = (...values) => console.log(JSON.stringify(values));
print(...counts);
const [entry] = (await grace.inbox.list.query()).items;
print(entry.reason, entry.actor.username, entry.item.ref === ref, entry.text, entry.doneAt);
await grace.inbox.done.mutate({ seq: entry.seq });
print(await grace.inbox.count.query(), (await grace.inbox.list.query({ tab: "done" })).items.length);
await grace.inbox.done.mutate({ seq: entry.seq, isDone: false });
await grace.inbox.reopen.mutate(await grace.inbox.doneAll.mutate());
print(await grace.inbox.count.query());
print(await grace.watches.set.mutate({ ref, level: "watch" }));
await ada.comments.add.mutate({ ref, content: "For those who watch" });
print((await grace.inbox.list.query({ limit: 1 })).items[0].reason);
await grace.watches.set.mutate({ ref, level: "mute" });
await ada.comments.add.mutate({ ref, content: "For nobody" });
print(await grace.watches.get.query({ ref }), await grace.inbox.count.query());
const error = await grace.inbox.done.mutate({ seq: 0 }).catch((caught) => caught);
print(error instanceof StackloopError, error.status, error.message);
`,
    );
    expect(
      (await project.run("node", "inbox.mjs"))
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toEqual([
      [0, 1],
      ["mentioned", "ada", true, "Hello @grace", null],
      [{ open: 0 }, 1],
      [{ open: 1 }],
      [{ level: "watch" }],
      ["watched"],
      [{ level: "mute" }, { open: 2 }],
      [true, 404, "Entry not found"],
    ]);
  }, 60_000);

  test("reports every failure as a StackloopError", async () => {
    const { origin, project } = installed();
    const proxy = `http://${await listening((_request, response) => {
      response.writeHead(502).end("<html>Bad gateway</html>");
    })}`;
    project.write(
      "errors.mjs",
      `import { createStackloopClient, StackloopError } from "stackloop/client";
const server = createStackloopClient({ url: "${origin}" });
const failures = [
  () => server.tools.list.query(),
  () => server.auth.login.mutate({ username: "" }),
  () => new Promise((resolve, reject) => server.events.watch.subscribe(undefined, { onError: reject })),
  () => createStackloopClient({ url: "http://127.0.0.1:${await freePort()}" }).tools.list.query(),
  () => createStackloopClient({ url: "${proxy}" }).tools.list.query(),
];
for (const fail of failures) {
  const error = await fail().catch((caught) => caught);
  const { name, status, code, message, issues } = error;
  console.log(JSON.stringify([error instanceof StackloopError && error instanceof Error, name, status ?? null, code ?? null, message, issues.map(({ path }) => path)]));
}
`,
    );
    const lines = (await project.run("node", "errors.mjs")).trim().split("\n");
    const failed = (...rest: unknown[]) => [true, "StackloopError", ...rest];
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
      failed(401, "UNAUTHORIZED", "Unauthorized", []),
      failed(400, "BAD_REQUEST", expect.any(String), ["username", "password"]),
      failed(401, "UNAUTHORIZED", "Unauthorized", []),
      failed(
        null,
        null,
        expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+ can't be reached: connect ECONNREFUSED/u),
        [],
      ),
      failed(502, null, `${proxy} replied 502, but it isn't a StackLoop server. Check the address.`, []),
    ]);
  }, 60_000);

  test("reports an invalid address", async () => {
    const { project } = installed();
    project.write(
      "address.mjs",
      `import { createStackloopClient } from "stackloop/client";
try { createStackloopClient({ url: "localhost:3000" }); } catch (error) { console.log(error.message); }`,
    );
    expect(await project.run("node", "address.mjs")).toBe(
      `"localhost:3000" isn't a server address. Use one such as http://localhost:3000.\n`,
    );
  });
});

describe("/api/client.tgz", () => {
  const dist = join(root, "dist/client-package");

  test("is public, and has an ETag", async () => {
    const { origin } = installed();
    const reply = await fetch(`${origin}/api/client.tgz`);
    expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "application/gzip"]);
    expect(Buffer.from(await reply.arrayBuffer())).toEqual(readFileSync(`${dist}.tgz`));
    const headers = { "if-none-match": reply.headers.get("etag") ?? "" };
    expect((await fetch(`${origin}/api/client.tgz`, { headers })).status).toBe(304);
    expect((await fetch(`${origin}/api/client.tgz`, { method: "HEAD" })).status).toBe(200);
    expect((await fetch(`${origin}/api/client.tgz`, { method: "POST" })).status).toBe(405);
  });

  test("is small, without server sources or dependencies", () => {
    const { project } = installed();
    const folder = join(project.folder, "node_modules/stackloop");
    const names = [
      "LICENSE",
      "LICENSES-bundled",
      "README.md",
      "client.cjs",
      "client.d.cts",
      "client.d.ts",
      "client.js",
    ];
    expect(readdirSync(folder).toSorted()).toEqual([...names, "package.json"]);
    const textOf = (name: string) => readFileSync(join(folder, name), "utf8");
    const { version, dependencies } = JSON.parse(textOf("package.json"));
    expect([version, dependencies]).toEqual([packageFile.version, undefined]);
    for (const name of ["client.js", "client.cjs"]) expect(textOf(name).length).toBeLessThan(60_000);
    expect(textOf("client.js")).not.toMatch(/\bfrom\s*["']|\brequire\(|\bimport\(/u);
    expect(textOf("client.d.ts")).not.toMatch(/^import |from "|\bimport\(/mu);
  });

  test("has the same content as npm pack in a clone", async () => {
    const { project } = installed();
    const { write, run, folder } = project;
    write(".npmrc", "");
    await run("npm", "pack", dist, "--pack-destination", folder);
    const other = join(folder, "other");
    mkdirSync(other);
    await run("tar", "-xzf", `stackloop-${packageFile.version}.tgz`, "-C", other);
    const packed = join(other, "package");
    const contentsOf = (path: string) =>
      Object.fromEntries(readdirSync(path).map((name) => [name, readFileSync(join(path, name), "utf8")]));
    expect(contentsOf(packed)).toEqual(contentsOf(join(folder, "node_modules/stackloop")));
  });
});

test("a clone without a build explains how to build the client", async () => {
  const { origin } = installed();
  const clone = join(temporaryFolder(), "clone");
  mkdirSync(join(clone, "scripts"), { recursive: true });
  for (const name of ["package.json", "scripts/client.mjs"])
    copyFileSync(join(root, name), join(clone, name));
  const linked = await clientProject(origin);
  rmSync(join(linked.folder, "node_modules/stackloop"), { recursive: true });
  symlinkSync(clone, join(linked.folder, "node_modules/stackloop"));
  linked.write(
    "main.mjs",
    'import { createStackloopClient } from "stackloop/client"; createStackloopClient;',
  );
  await expect(linked.run("node", "main.mjs")).rejects.toThrow(
    /typed client isn't built yet\. Run "npm run client-package" in .*clone/u,
  );
  rmSync(join(linked.folder, "node_modules/stackloop"));
  symlinkSync(root, join(linked.folder, "node_modules/stackloop"));
  linked.write(
    "main.mjs",
    `import { createStackloopClient } from "stackloop/client"; console.log(typeof createStackloopClient({ url: "${origin}" }).tools.list.query);`,
  );
  expect(await linked.run("node", "main.mjs")).toBe("function\n");
}, 60_000);
