import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { createProgress } from "./progress.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Creates a terminal that remembers its last line. */
function screen({ isTTY = true, columns = 80 } = {}) {
  let line = "";
  return {
    isTTY,
    columns,
    write(text: string) {
      line = (line + text).split("\r\u001b[K").at(-1) ?? "";
    },
    line: () => line,
  };
}

test("shows progress on a terminal, and clears it at the end", async () => {
  const terminal = screen();
  const { promise, resolve } = Promise.withResolvers<string>();
  let done = 0;
  const work = createProgress(terminal).during(
    "Fetching news",
    () => promise,
    () => `${done} of 130`,
  );
  expect(terminal.line()).toBe("Fetching news …");
  await vi.advanceTimersByTimeAsync(250);
  expect(terminal.line()).toBe("Fetching news … 0 of 130");
  done = 12;
  await vi.advanceTimersByTimeAsync(250);
  expect(terminal.line()).toBe("Fetching news … 12 of 130");
  resolve("fetched");
  expect(await work).toBe("fetched");
  await vi.advanceTimersByTimeAsync(1000);
  expect(terminal.line()).toBe("");
});

test("shows the elapsed time if the progress is unknown", async () => {
  const terminal = screen();
  const { promise, resolve } = Promise.withResolvers<void>();
  const work = createProgress(terminal).during("Checking", () => promise);
  await vi.advanceTimersByTimeAsync(1000);
  expect(terminal.line()).toBe("Checking …");
  await vi.advanceTimersByTimeAsync(2500);
  expect(terminal.line()).toBe("Checking … 3 s");
  resolve();
  await work;
});

test("clears the line if the progress or the work fails", async () => {
  const terminal = screen();
  const { promise, reject } = Promise.withResolvers<void>();
  const work = createProgress(terminal).during(
    "Copying",
    () => promise,
    () => Promise.reject(new Error("none yet")),
  );
  await vi.advanceTimersByTimeAsync(500);
  expect(terminal.line()).toBe("Copying …");
  reject(new Error("no space"));
  await expect(work).rejects.toThrow("no space");
  expect(terminal.line()).toBe("");
});

test("limits the line to the terminal's width", () => {
  const terminal = screen({ columns: 10 });
  createProgress(terminal).show("Updating the tables");
  expect(terminal.line()).toBe("Updating ");
});

test.each([
  ["a pipe or a file", screen({ isTTY: false }), true],
  ["who wants none", screen(), false],
])("shows no progress for %s", async (_whom, terminal, isWanted) => {
  const write = vi.spyOn(terminal, "write");
  const progress = createProgress(terminal, isWanted);
  progress.show("Updating");
  expect(await progress.during("Fetching", () => Promise.resolve(1))).toBe(1);
  progress.end();
  expect(write).not.toHaveBeenCalled();
});
