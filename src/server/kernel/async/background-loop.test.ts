import { expect, test, vi } from "vitest";

import { CommitWatch, runLoop } from "./background-loop.ts";

/** Runs a loop until the test ends. Its rounds find nothing to do. */
function idleLoop({ isShared = false } = {}) {
  const ending = new AbortController();
  const otherWritesVersion = vi.fn<() => number>(() => 1);
  const lastOwnCommit = vi.fn<() => number>(() => 1);
  const commits = new CommitWatch({ isShared, otherWritesVersion, lastOwnCommit }, ending.signal, 1);
  const round = vi.fn<() => Promise<null>>(() => Promise.resolve(null));
  const ended = runLoop(ending.signal, commits, round);
  return {
    otherWritesVersion,
    lastOwnCommit,
    round,
    async end() {
      ending.abort();
      await ended;
    },
  };
}

test("rests until this or another process commits", async () => {
  const { otherWritesVersion, lastOwnCommit, round, end } = idleLoop();
  await expect.poll(() => otherWritesVersion.mock.calls.length).toBeGreaterThan(5);
  expect(round).toHaveBeenCalledTimes(1);
  otherWritesVersion.mockReturnValue(2);
  await expect.poll(() => round.mock.calls.length).toBe(2);
  lastOwnCommit.mockReturnValue(2);
  await expect.poll(() => round.mock.calls.length).toBe(3);
  await end();
});

test("continues after a commit during a round", async () => {
  const { lastOwnCommit, round, end } = idleLoop();
  round.mockImplementationOnce(() => {
    lastOwnCommit.mockReturnValue(3);
    return Promise.resolve(null);
  });
  lastOwnCommit.mockReturnValue(2);
  await expect.poll(() => round.mock.calls.length).toBe(3);
  await end();
});

test("checks again and again on a database server, and while the file can't be read", async () => {
  const shared = idleLoop({ isShared: true });
  await expect.poll(() => shared.round.mock.calls.length).toBeGreaterThan(3);
  await shared.end();
  const unreadable = idleLoop();
  unreadable.otherWritesVersion.mockImplementation(() => {
    throw new Error("locked");
  });
  await expect.poll(() => unreadable.round.mock.calls.length).toBeGreaterThan(3);
  await unreadable.end();
});
