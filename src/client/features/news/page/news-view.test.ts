import { expect, test } from "vitest";

import { readView, writeView } from "./news-view.ts";

const roundTrip = (query: string) => writeView(readView(new URLSearchParams(query))).toString();

test.each(["", "q=claude", "tool=42", "show=unread", "q=a+b&tool=42&show=starred", "tool=42&article=7"])(
  "preserves the address %j when parsed and written",
  (query) => {
    expect(roundTrip(query)).toBe(query);
  },
);

test("ignores invalid parameters in an address", () => {
  expect(roundTrip("q=&tool=&show=nonsense&dialog=add&article=")).toBe("");
});
