import { once } from "node:events";

import express, { type ErrorRequestHandler } from "express";
import { expect, onTestFinished, test } from "vitest";

import { findExcess, jsonBody } from "./json-body.ts";

const find = (value: unknown) => findExcess(Buffer.from(JSON.stringify(value)));
const list = (length: number, item: unknown = 0) => Array.from({ length }, () => item);
const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

test.each([
  ["the longest list that a call takes", { ids: list(10_000, "id") }],
  ["the widest import", { rows: list(2000, Object.fromEntries(list(60).map((_, at) => [`c${at}`, ""]))) }],
  ["commas, brackets and quotes in a text", { content: '",[{\\"'.repeat(60_000) }],
  ["the deepest allowed nesting", JSON.parse(nested(32))],
])("accepts %s", (_name, value) => {
  expect(find(value)).toBeUndefined();
});

test.each([
  ["a longer list", { tags: list(10_001) }, "has a list of more than 10,000 items"],
  ["an object with more fields", Object.fromEntries(list(10_001).map((_, at) => [at, 0])), "10,000 items"],
  ["more values in many lists", list(2000, list(80)), "has more than 150,000 values"],
  ["deeper nesting", JSON.parse(nested(33)), "is nested deeper than 32 levels"],
])("refuses %s", (_name, value, issue) => {
  expect(find(value)).toContain(issue);
});

test.each(['{"a": "', '{"a": "\\', "]]]]", ""])("leaves %j to the parser", (text) => {
  expect(findExcess(Buffer.from(text))).toBeUndefined();
});

test("an error of an earlier handler is not reported as an unreadable body", async () => {
  const server = express();
  server.use(() => {
    throw new Error("the file is missing");
  }, jsonBody);
  const report: ErrorRequestHandler = (error: Error, _request, response, _next) => {
    response.status(404).send(error.message);
  };
  server.use(report);
  const listening = server.listen(0, "127.0.0.1");
  onTestFinished(() => void listening.close());
  await once(listening, "listening");
  const address = listening.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const reply = await fetch(`http://127.0.0.1:${port}/`);
  expect([reply.status, await reply.text()]).toEqual([404, "the file is missing"]);
});
