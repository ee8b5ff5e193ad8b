import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";

import { expect, test } from "vitest";

import { readConfig } from "#server/config.ts";

const root = join(import.meta.dirname, "../..");
const text = readFileSync(join(root, ".env.example"), "utf8");

test(".env.example shows the default of every variable", () => {
  expect(readConfig({ ...parseEnv(text) })).toEqual(readConfig({}));
});

test(".env.example lists the variables of the configuration, no more and no less", () => {
  const source = readFileSync(join(root, "src/server/config.ts"), "utf8");
  const [, schema = ""] = /const schema = z\.object\(\{\n(.*?)\n\}\);/su.exec(source) ?? [];
  const variables = [...schema.matchAll(/^ {2}([A-Z_]+):/gmu)].map(([, name]) => name ?? "");
  expect(variables).toContain("DATABASE_URL");
  expect(Object.keys(parseEnv(text)).toSorted()).toEqual(variables.toSorted());
});

test(".env.example says a sentence about every variable", () => {
  const [, ...entries] = text.trim().split("\n\n");
  for (const entry of entries) expect(entry).toMatch(/^(# .+\n)*# .+\.\n[A-Z_]+=.*$/u);
});
