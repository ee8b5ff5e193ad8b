import { expect, test, vi } from "vitest";

import { lazy } from "./lazy.ts";

test("is created on first use, and once, even if empty", () => {
  const create = vi.fn<() => undefined>();
  const value = lazy(create);
  expect(create).not.toHaveBeenCalled();
  expect([value(), value()]).toEqual([undefined, undefined]);
  expect(create).toHaveBeenCalledOnce();
});
