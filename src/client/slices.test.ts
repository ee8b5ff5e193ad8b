import { expect, test } from "vitest";

import { ITEM_KINDS, sectionAddress } from "#shared/kernel/item-address.ts";

import { pages, sections } from "./slices.ts";

test("each path belongs to one page", () => {
  const paths = pages.map(({ path }) => path);
  expect(paths).toEqual([...new Set(paths)]);
});

test("each kind of item has a section, at the address of its items", () => {
  expect(sections.map(({ kind, path }) => [kind, path])).toEqual(
    ITEM_KINDS.map((kind) => [kind, sectionAddress(kind)]),
  );
});
