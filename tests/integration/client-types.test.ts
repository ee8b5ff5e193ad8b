import { execFile } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

import { expect, onTestFinished, test } from "vitest";

import { THOROUGH } from "#tests/support/thorough.ts";

const root = join(import.meta.dirname, "../..");

/** Compares the types that the package declares with those of the router, procedure by procedure. */
const COMPARISON = `
import type { inferRouterInputs, inferRouterOutputs, TrackedEnvelope } from "@trpc/server";

import type { AppRouter } from "#server/web/trpc/app-router.ts";

import type { createStackloopClient as declared, RouterInputs, RouterOutputs, StackloopClient } from "./dist/client-package/client.d.ts";
import type { createStackloopClient as actual } from "#client/api/stackloop-client.ts";

type Fits<A, B> = [A] extends [B] ? true : false;
type Sent<T> = [T] extends [never] ? void : T extends AsyncIterable<infer Item> ? Item extends TrackedEnvelope<infer Data> ? { id: string; data: Data } : Item : T;
type Inputs = inferRouterInputs<AppRouter>;
type Outputs = inferRouterOutputs<AppRouter>;

/** The names of the procedures for which A does not fit B. */
type Misfits<A, B> = {
  [Slice in keyof A & keyof B & string]: {
    [Name in keyof A[Slice] & keyof B[Slice] & string]: Fits<Sent<A[Slice][Name]>, Sent<B[Slice][Name]>> extends true ? never : \`\${Slice}.\${Name}\`;
  }[keyof A[Slice] & keyof B[Slice] & string];
}[keyof A & keyof B & string];
/** The names of the fields; fields that are coerced accept anything. */
type Keys<A> = { [Slice in keyof A]: { [Name in keyof A[Slice]]: keyof Exclude<A[Slice][Name], void | undefined> } };
type NamesOf<A> = { [Slice in keyof A & string]: \`\${Slice}.\${keyof A[Slice] & string}\` }[keyof A & string];

type None<Names extends never> = Names;
export type Checks = [
  None<Exclude<NamesOf<Inputs>, NamesOf<RouterInputs>> | Exclude<NamesOf<RouterInputs>, NamesOf<Inputs>>>,
  None<Exclude<NamesOf<StackloopClient>, NamesOf<RouterInputs>> | Exclude<NamesOf<RouterInputs>, NamesOf<StackloopClient>>>,
  None<Misfits<RouterInputs, Inputs>>,
  None<Misfits<Keys<Inputs>, Keys<RouterInputs>>>,
  None<Misfits<RouterOutputs, Outputs>>,
  None<Misfits<Outputs, RouterOutputs>>,
  Parameters<typeof declared>[0] extends Parameters<typeof actual>[0] ? true : never,
];
`;

// Explicit types are generated from the schemas, so that a project compiles fast; tRPC infers them from the same ones.
test("the declared types of the client match the router", { timeout: 180_000, ...THOROUGH }, async () => {
  const name = `.client-types-${process.pid}`;
  const files = [`${name}.ts`, `${name}.json`].map((file) => join(root, file));
  onTestFinished(() => {
    for (const file of files) rmSync(file, { force: true });
  });
  const [program = "", config = ""] = files;
  writeFileSync(program, COMPARISON);
  writeFileSync(config, JSON.stringify({ extends: "./tsconfig.json", include: [program] }));
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const output = await promisify(execFile)(process.execPath, [tsc, "--noEmit", "-p", config]).catch(
    (error: unknown) => error,
  );
  expect(output).toMatchObject({ stdout: "" });
});
