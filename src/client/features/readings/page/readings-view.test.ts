import { expect, test } from "vitest";

import { readView, writeView } from "./readings-view.ts";

const read = (query: string) => readView(new URLSearchParams(query));

test("restores a view from its own address", () => {
  const view = {
    filter: { search: "a & b", topic: "Novels, 19th century" },
    order: "commented",
    openIds: ["one", "two"],
    commentId: "three",
    dialog: "edit",
    itemId: "two",
    version: null,
  } as const;
  expect(readView(writeView(view))).toEqual(view);
  const history = { ...view, dialog: "history", version: 3 } as const;
  expect(readView(writeView(history))).toEqual(history);
});

test("ignores invalid parameters in an address", () => {
  const plain = read("");
  expect(writeView(plain).size).toBe(0);
  expect(read("dialog=nonsense&sort=nonsense&item=one&reading=&topic=&comment=three")).toEqual(plain);
  expect(read("dialog=delete")).toEqual(plain);
  expect(read("dialog=add&item=one")).toEqual({ ...plain, dialog: "add" });
  expect(read("reading=one&reading=one").openIds).toEqual(["one"]);
});
