import { setFlagsFromString } from "node:v8";

import { expect, onTestFinished, test } from "vitest";

import { getStorageErrorKind } from "#db/error-kinds.ts";
import { restClient } from "#tests/support/rest-client.ts";
import { testServer } from "#tests/support/test-app.ts";
import { workerTestTasks } from "#tests/support/worker-test-tasks.ts";

import { createWorkersFor } from "./workers.ts";

const ENTRY = new URL("../../../tests/support/trying-worker.ts", import.meta.url).pathname;

function tryingWorkers({ maxQueued = 8, memoryMb = 32, idleMs = 60_000 } = {}) {
  const limits = { maxQueued, memoryMb, idleMs };
  const workers = createWorkersFor(workerTestTasks, ENTRY, { quick: limits, long: limits });
  onTestFinished(() => workers.stop());
  return workers;
}

const signal = undefined;
const newFlag = () => new Int32Array(new SharedArrayBuffer(4));
const release = (flag: Int32Array<SharedArrayBuffer>) => {
  Atomics.store(flag, 0, 1);
  Atomics.notify(flag, 0);
};

test("returns the result of a task", async () => {
  expect(await tryingWorkers().run("add", [2, 3], { signal })).toBe(5);
});

test("stops an endless task at its limit, and runs the next one", async () => {
  const workers = tryingWorkers();
  await expect(workers.run("loop for ever", null, { signal, timeoutMs: 20 })).rejects.toThrow(
    "This takes longer than the server allows. Choose fewer items or a smaller file.",
  );
  expect(await workers.run("add", [2, 3], { signal })).toBe(5);
});

test("stops a task that needs too much memory, even if the main thread may use more, and runs the next one", async () => {
  // The server's command line has this option.
  setFlagsFromString("--max-old-space-size=768");
  const workers = tryingWorkers();
  await expect(workers.run("fill the memory", null, { signal })).rejects.toThrow(
    "This needs more memory than the server allows. Choose fewer items or a smaller file.",
  );
  expect(await workers.run("add", [2, 3], { signal })).toBe(5);
});

test("serves requests during a task, and stops the task when its caller disconnects", async () => {
  const workers = tryingWorkers();
  const caller = new AbortController();
  const endless = workers.run("loop for ever", null, { signal: caller.signal });
  const { origin } = await testServer();
  expect(await restClient(origin).call("GET", "/readyz")).toMatchObject({ status: 200 });
  caller.abort();
  await expect(endless).rejects.toMatchObject({ code: "CLIENT_CLOSED_REQUEST" });
  expect(await workers.run("add", [2, 3], { signal })).toBe(5);
});

test("does not start a task whose caller disconnected", async () => {
  const workers = tryingWorkers();
  const flag = newFlag();
  const first = workers.run("wait for", flag, { signal });
  const caller = new AbortController();
  const second = workers.run("loop for ever", null, { signal: caller.signal });
  caller.abort();
  await expect(second).rejects.toMatchObject({ code: "CLIENT_CLOSED_REQUEST" });
  await expect(workers.run("add", [2, 3], { signal: AbortSignal.abort() })).rejects.toMatchObject({
    code: "CLIENT_CLOSED_REQUEST",
  });
  release(flag);
  await first;
  expect(await workers.run("add", [2, 3], { signal })).toBe(5);
});

test("refuses tasks beyond the queue limit, and accepts them later", async () => {
  const workers = tryingWorkers({ maxQueued: 1 });
  const flag = newFlag();
  const running = workers.run("wait for", flag, { signal });
  const waiting = workers.run("add", [2, 3], { signal });
  await expect(workers.run("add", [4, 5], { signal })).rejects.toMatchObject({
    code: "SERVICE_UNAVAILABLE",
    message: "The server is busy. Try again in a moment.",
  });
  release(flag);
  await running;
  expect(await waiting).toBe(5);
  expect(await workers.run("add", [4, 5], { signal })).toBe(9);
});

test("runs quick tasks during a long one", async () => {
  const workers = tryingWorkers();
  const flag = newFlag();
  const running = workers.run("wait for", flag, { signal });
  expect(await workers.run("add quickly", [2, 3], { signal })).toBe(5);
  release(flag);
  await running;
});

test("passes refusals on unchanged", async () => {
  await expect(tryingWorkers().run("refuse", "The file has no rows", { signal })).rejects.toMatchObject({
    code: "BAD_REQUEST",
    message: "The file has no rows",
    cause: { details: { issues: [{ path: "file", message: "The file has no rows" }] } },
  });
});

test.each(["full", "busy", "unreachable"] as const)(
  "preserves the meaning of database errors: %s",
  async (kind) => {
    const error: unknown = await tryingWorkers()
      .run("fail in the database", kind, { signal })
      .catch((fault: unknown) => fault);
    expect(error).toMatchObject({ name: "StorageError", message: "it failed" });
    expect(getStorageErrorKind(error)).toBe(kind);
  },
);

test("fails only the task that throws, crashes or leaves crashing work behind", async () => {
  const workers = tryingWorkers();
  await expect(workers.run("fail", "not a function", { signal })).rejects.toThrow("not a function");
  await expect(workers.run("crash", 3, { signal })).rejects.toThrow("code 3 during crash");
  // The reply and the crash come in any order, so the crash can end only the next task.
  await workers.run("crash later", "too late", { signal }).catch(() => null);
  await workers.run("add", [2, 3], { signal }).catch(() => null);
  expect(await workers.run("add", [2, 3], { signal })).toBe(5);
});

test("hides the server's environment from threads", async () => {
  expect(await tryingWorkers().run("environment", null, { signal })).toEqual([]);
});

test("stops an idle thread, and starts one for the next task", async () => {
  const workers = tryingWorkers({ idleMs: 0 });
  expect(await workers.run("add", [2, 3], { signal })).toBe(5);
  expect(await workers.run("add", [4, 5], { signal })).toBe(9);
});

test("stops with the server, and asks waiting callers to retry", async () => {
  const workers = tryingWorkers();
  const running = workers.run("loop for ever", null, { signal });
  const waiting = workers.run("add", [2, 3], { signal });
  const results = Promise.allSettled([running, waiting]);
  await workers.stop();
  const stopping = {
    status: "rejected",
    reason: { message: "The server is restarting. Try again in a moment." },
  };
  expect(await results).toMatchObject([stopping, stopping]);
  await expect(workers.run("add", [2, 3], { signal })).rejects.toMatchObject(stopping.reason);
});
