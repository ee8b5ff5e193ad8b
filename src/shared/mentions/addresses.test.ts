import { assert, property, string } from "fast-check";
import { expect, test } from "vitest";

import { addressesIn } from "./addresses.ts";

const ORIGINS = ["https://stack.example:8443/"];
const found = (text: string) => addressesIn(text, ORIGINS).map(({ kind, value }) => `${kind} ${value}`);

test.each([
  ["https://stack.example:8443/prompts?prompt=a1-b2", ["item prompt:a1-b2"]],
  ["(https://stack.example:8443/chapter-loop?reading=r1&comment=c1).", ["item reading:r1"]],
  ["https://stack.example:8443/news", ["url https://stack.example:8443/news"]],
  ["https://stack.example:8443/prompts?prompt=../x", ["url https://stack.example:8443/prompts?prompt=../x"]],
  ["https://else.example/prompts?prompt=a1", ["url https://else.example/prompts?prompt=a1"]],
  ["arXiv:1706.03762v5 and arXiv 2101.00001", ["arxiv 1706.03762", "arxiv 2101.00001"]],
  ["arXiv:hep-th/9901001", ["arxiv hep-th/9901001"]],
  [
    "https://arxiv.org/pdf/1706.03762v5.pdf",
    ["arxiv 1706.03762", "url https://arxiv.org/pdf/1706.03762v5.pdf"],
  ],
  ["arxiv.org/abs/cs/0501001", ["arxiv cs/0501001", "host arxiv.org/abs/cs/0501001"]],
  ["doi:10.48550/arXiv.1706.03762", ["arxiv 1706.03762"]],
  [
    "https://huggingface.co/papers/1706.03762",
    ["arxiv 1706.03762", "url https://huggingface.co/papers/1706.03762"],
  ],
  ["costs 1706.03762 in all", []],
  ["978-0-306-40615-7, ISBN 0-306-40615-2", ["isbn 9780306406157", "isbn 9780306406157"]],
  ["978-0-306-40615-8 and 0-306-40615-2", []],
  ["See cursor.com/docs, or (www.example.org).", ["host cursor.com/docs", "host www.example.org"]],
  ["ada@cursor.com, e.g. this", []],
  ["https://en.example/wiki/Emma_(novel), she said", ["url https://en.example/wiki/Emma_(novel)"]],
  ["Look: <https://a.example/x?y=1>!", ["url https://a.example/x?y=1"]],
])("finds the addresses in %j", (text, expected) => {
  expect(found(text)).toEqual(expected);
});

test("returns the position of each address", () => {
  const text = "Read (https://a.example/b), arXiv:1706.03762 and cursor.com.";
  expect(addressesIn(text, []).map(({ start, end }) => text.slice(start, end))).toEqual([
    "https://a.example/b",
    "arXiv:1706.03762",
    "cursor.com",
  ]);
});

test("reads any text", () => {
  assert(
    property(string({ unit: "binary" }), (text) => {
      for (const { start, end } of addressesIn(`https://${text} a.example/${text}`, [text])) {
        expect(end).toBeGreaterThan(start);
      }
    }),
  );
});
