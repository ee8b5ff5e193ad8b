import { expect, test } from "vitest";

import { nearest } from "./nearest.ts";

const COMMANDS = ["serve", "backup", "check", "restore", "user", "user create"];

test.each([
  ["bakcup", "backup"],
  ["Serve", "serve"],
  ["usr", "user"],
  ["user creat", "user create"],
  ["back", "backup"],
  ["restor", "restore"],
])("%s means %s", (typed, meant) => {
  expect(nearest(typed, COMMANDS)).toBe(meant);
});

test.each(["frobnicate", "x", "", "deploy"])("%j is near to none", (typed) => {
  expect(nearest(typed, COMMANDS)).toBeUndefined();
});
