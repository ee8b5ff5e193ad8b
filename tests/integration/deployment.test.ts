import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";
import { parse } from "yaml";

import { VARIABLES } from "#server/config-table.ts";

const root = join(import.meta.dirname, "../..");
const textOf = (file: string) => readFileSync(join(root, file), "utf8");

/** Of glibc and of the executable file. */
const OTHERS = ["MALLOC_ARENA_MAX", "XDG_CACHE_HOME"];
const known = [...Object.values(VARIABLES).map(({ name }) => name), ...OTHERS];

const namesIn = (text: string) => [...text.matchAll(/\b([A-Z][A-Z_]*)=/gu)].map(([, name]) => name);

test("Dockerfile, compose.yaml and the examples set no variable that is not there", () => {
  const environmentOf = (file: string) => Object.keys(parse(textOf(file)).services.stackloop.environment);
  const inImage = /^ENV (?:.*\\\n)*.*$/mu.exec(textOf("Dockerfile"))?.[0] ?? "";
  const named = {
    Dockerfile: namesIn(inImage),
    "compose.yaml": environmentOf("compose.yaml"),
    "stackloop.service": [...textOf("docs/deploy/stackloop.service").matchAll(/^Environment=(\w+)/gmu)].map(
      ([, name]) => name,
    ),
    "nginx.conf": namesIn(textOf("docs/deploy/nginx.conf")),
    Caddyfile: namesIn(textOf("docs/deploy/Caddyfile")),
  };
  for (const names of Object.values(named)) {
    expect(names).not.toEqual([]);
    for (const name of names) expect(known).toContain(name);
  }
});

test("the image is built with the Node.js that StackLoop brings", () => {
  expect(/^FROM node:(\d+)-/mu.exec(textOf("Dockerfile"))?.[1]).toBe(textOf(".nvmrc").trim());
});
