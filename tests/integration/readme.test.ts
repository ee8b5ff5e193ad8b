import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseEnv } from "node:util";

import { expect, test } from "vitest";

import { commands } from "#server/commands/command-table.ts";
import { signedUp } from "#tests/support/rest-client.ts";
import { testServer } from "#tests/support/test-app.ts";

const root = join(import.meta.dirname, "../..");
const textOf = (file: string) => readFileSync(join(root, file), "utf8");

/** Variables of Node.js, the C library and the system that affect the executable file. */
const OF_OTHERS = [
  "CACHE_DIRECTORY",
  "XDG_CACHE_HOME",
  "MALLOC_ARENA_MAX",
  "NODE_OPTIONS",
  "NODE_EXTRA_CA_CERTS",
  "HTTPS_PROXY",
];

test.each([
  "README.md",
  "docs/install.md",
  "docs/admin-guide.md",
  "docs/api.md",
  "docs/scale.md",
  "docs/user.md",
])("%s names only existing variables and commands", (file) => {
  const variables = [...Object.keys(parseEnv(textOf(".env.example"))), ...OF_OTHERS];
  const named = [...textOf(file).matchAll(/`([A-Z]+(?:_[A-Z]+)+|HOST|PORT|SIGNUP)\b/gu)];
  for (const [, name] of named) expect(variables).toContain(name);
  const used = [...textOf(file).matchAll(/npx stackloop ([a-z][a-z-]*)/gu)];
  const names = commands.map((command) => command.name.split(" ")[0]);
  for (const [, name] of used) expect(names).toContain(name);
});

/** The names and texts of all source files. */
function readSources(): string {
  const files = globSync("{db,scripts,src,tests}/**/*.{json,mjs,ts,tsx}", {
    cwd: root,
    exclude: (file) => file.endsWith("node_modules"),
  });
  return files.flatMap((file) => [basename(file), textOf(file)]).join("\n");
}

test.each(["CONTRIBUTING.md", "docs/adding.md"])("%s names only existing files and identifiers", (file) => {
  const sources = readSources();
  const spans = [...textOf(file).matchAll(/`([^`\n]+)`/gu)].flatMap(([, span = ""]) => span);
  const names = spans.flatMap((span) => span.match(/[\w-]+\.(?:json|mjs|tsx?)$|\b[a-z]+[A-Z]\w*/gu) ?? []);
  expect(names.length).toBeGreaterThan(20);
  // Datasets are an example.
  expect(names.filter((name) => !sources.includes(name) && !name.startsWith("dataset"))).toEqual([]);
});

test("a typed client with a session's cookie needs no password", async () => {
  const { createStackloopClient } = await import("#client/api/stackloop-client.ts");
  const { origin } = await testServer();
  const ada = await signedUp(origin, "ada");
  const session = ada.session();
  const me = await createStackloopClient({ url: origin, session }).account.me.query();
  expect(me.username).toBe("ada");
  await expect(createStackloopClient({ url: origin }).account.me.query()).rejects.toThrow("Unauthorized");
});
