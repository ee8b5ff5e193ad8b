import { expect, test, vi } from "vitest";

import { lazy } from "./lazy.ts";

test("is made when it is first asked for, and once, also where it is nothing", () => {
  const create = vi.fn<() => undefined>();
  const value = lazy(create);
  expect(create).not.toHaveBeenCalled();
  expect([value(), value()]).toEqual([undefined, undefined]);
  expect(create).toHaveBeenCalledOnce();
});
