import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { beforeEach, expect, onTestFinished, test } from "vitest";

import { createCodeLoader } from "./code-loader.ts";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "stackloop-code-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  write("one");
});

const write = (text: string) => {
  writeFileSync(join(folder, "main.cjs"), 'exports.text = require("./part.cjs").read();');
  writeFileSync(join(folder, "part.cjs"), `exports.read = () => "${text}";`);
};

/** Runs the program as in a process that exits cleanly. */
function run(): unknown {
  const { load, store } = createCodeLoader(folder);
  const exports = load("main.cjs");
  store();
  return exports;
}

const compiledFiles = () =>
  readdirSync(join(folder, ".compile-cache"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

test("stores the compiled code of each file once, and runs from it", () => {
  expect(run()).toEqual({ text: "one" });
  const stored = compiledFiles().map((file) => readFileSync(file));
  expect(stored).toHaveLength(2);
  expect(run()).toEqual({ text: "one" });
  expect(compiledFiles().map((file) => readFileSync(file))).toEqual(stored);
});

test("runs changed code of the same length", () => {
  run();
  write("two");
  expect(run()).toEqual({ text: "two" });
  expect(run()).toEqual({ text: "two" });
});

test.each([
  ["empty", () => Buffer.alloc(0)],
  ["cut off", (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
  ["damaged", (bytes: Buffer) => Buffer.from(bytes).fill(7, bytes.length / 2)],
  ["of another version of V8", (bytes: Buffer) => Buffer.from(bytes).fill(7, 8, 24)],
])("compiles again if the stored code is %s", (_, change) => {
  run();
  for (const file of compiledFiles()) writeFileSync(file, change(readFileSync(file)));
  expect(run()).toEqual({ text: "one" });
  expect(run()).toEqual({ text: "one" });
});

test("runs in a folder in which it can't store anything", () => {
  writeFileSync(join(folder, ".compile-cache"), "");
  expect(run()).toEqual({ text: "one" });
});
