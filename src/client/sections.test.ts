import { expect, test } from "vitest";

import { PAGES } from "#shared/page-list.ts";

import { pages } from "./sections.ts";

test("the list of pages has each page once, with the module that it loads", () => {
  expect(pages.map(({ path }) => path).toSorted()).toEqual(Object.keys(PAGES).toSorted());
  for (const { path, load } of pages) expect(String(load)).toContain(PAGES[path].module);
});
