import { expect, test } from "vitest";
import { z } from "zod";

import { newImportId } from "./use-import.ts";

test("creates a new UUID for each import", () => {
  const ids = Array.from({ length: 100 }, newImportId);
  expect(new Set(ids).size).toBe(100);
  expect(ids.filter((id) => !z.uuidv4().safeParse(id).success)).toEqual([]);
});
