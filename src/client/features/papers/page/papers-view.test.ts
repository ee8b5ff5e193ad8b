import { expect, test } from "vitest";

import { isFiltered, NO_FILTER, readView, writeView } from "./papers-view.ts";

const read = (query: string) => readView(new URLSearchParams(query));

test("preserves the address when parsed and written", () => {
  const query = "q=agents&category=cs.AI&from=2026-11-01&to=2026-11-20&show=starred&paper=p1";
  const view = read(query);
  expect(view).toEqual({
    filter: {
      search: "agents",
      category: "cs.AI",
      from: "2026-11-01",
      to: "2026-11-20",
      show: "starred",
    },
    dialog: null,
    itemId: "p1",
  });
  expect(writeView(view).toString()).toBe(query);
});

test("opens the dialog that adds a paper", () => {
  expect(read("dialog=add").dialog).toBe("add");
  expect(writeView(read("dialog=add")).toString()).toBe("dialog=add");
});

test("ignores invalid parameters", () => {
  expect(read("category=&from=soon&to=2026-13-45&show=all-of-them&paper=").filter).toEqual(NO_FILTER);
  expect(writeView(read("dialog=remove")).toString()).toBe("");
});

test("ignores a search of blanks", () => {
  expect(isFiltered({ ...NO_FILTER, search: "  " })).toBe(false);
  expect(isFiltered({ ...NO_FILTER, show: "new" })).toBe(true);
});
