import { expect, test } from "vitest";

import { ITEM_KINDS, itemAddress, itemOfAddress, itemOfRef, toolPageAddress } from "./item-address.ts";
import { formatItemRef, itemRefSchema, parseItemRef } from "./items.ts";

test.each(ITEM_KINDS)("preserves a reference to a %s", (kind) => {
  const key = { kind, id: "0d9f0c5e-6a44-4b39-9d2d-2f7a3c1c2b10" };
  expect(parseItemRef(formatItemRef(key))).toEqual(key);
  expect(itemOfRef(formatItemRef(key))).toEqual(key);
});

test.each(["tool:", "tool", ":1", "comment:1", "tool:a b", "tool:a/b", `tool:${"x".repeat(65)}`, "Tool:1"])(
  "rejects %j as a reference",
  (ref) => {
    expect(itemRefSchema.safeParse(ref).success).toBe(false);
    expect(() => parseItemRef(ref)).toThrow("An id looks like tool:ID");
  },
);

test("links to an item in its section, and to a comment in its discussion", () => {
  const addresses = ITEM_KINDS.map((kind) => itemAddress({ kind, id: "a b" }));
  expect(addresses).toEqual([
    "/dashboard?tool=a%20b",
    "/news?article=a%20b",
    "/arxiv?paper=a%20b",
    "/prompts?prompt=a%20b",
    "/chapter-loop?reading=a%20b",
  ]);
  expect(itemAddress({ kind: "reading", id: "1" }, "2")).toBe("/chapter-loop?reading=1&comment=2");
});

test("recognises the page of a tool as its address", () => {
  const none = new URLSearchParams();
  expect(toolPageAddress("a-1")).toBe("/tools/a-1");
  expect(itemOfAddress("/tools/a-1", none)).toEqual({ kind: "tool", id: "a-1" });
  expect(itemOfAddress("/tools/a-1/", none)).toEqual({ kind: "tool", id: "a-1" });
  for (const path of ["/tools", "/tools/", "/tools/a/b", "/tools/a%20b"])
    expect(itemOfAddress(path, none)).toBeNull();
});
