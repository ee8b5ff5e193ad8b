import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";

import { expect, test } from "vitest";

import { VARIABLES } from "#server/config/config-table.ts";
import { readConfig } from "#server/config/config.ts";

const root = join(import.meta.dirname, "../..");
const text = readFileSync(join(root, ".env.example"), "utf8");

test(".env.example and the tables of README and admin guide match the configuration", () => {
  const script = join(root, "scripts/generate-docs.ts");
  expect(() => execFileSync(process.execPath, [script, "--check"], { stdio: "pipe" })).not.toThrow();
});

test(".env.example shows the default of every variable, with a description", () => {
  expect(readConfig({ ...parseEnv(text) })).toEqual(readConfig({}));
  const names = Object.values(VARIABLES).map(({ name }) => name);
  expect(Object.keys(parseEnv(text)).toSorted()).toEqual(names.toSorted());
  const [, ...entries] = text.trim().split("\n\n");
  for (const entry of entries) expect(entry).toMatch(/^# .+\.\n[A-Z_]+=.*$/u);
});

test("the example of every variable is valid", () => {
  // Only the beginning of a key is shown.
  const shown = Object.values(VARIABLES).filter(({ example }) => !example.endsWith("…"));
  expect(shown.filter(({ rule, example }) => !rule.safeParse(example).success)).toEqual([]);
});
