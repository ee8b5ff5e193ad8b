import { StorageError, type StorageErrorKind } from "#db/errors.ts";
import { invalid } from "#server/errors.ts";
import type { Task, TaskTable } from "#server/workers/task.ts";

const long = <Input, Output>(work: (input: Input) => Output | Promise<Output>): Task<Input, Output> => ({
  lane: "long",
  timeoutMs: 60_000,
  load: () => Promise.resolve(work),
});

/** Tasks that test a worker. */
export const workerTestTasks = {
  add: long(([a, b]: [number, number]) => a + b),
  "add quickly": { ...long(([a, b]: [number, number]) => a + b), lane: "quick" },
  "loop for ever": long((): null => {
    for (;;);
  }),
  /** Ends when the first number is set. */
  "wait for": long((flag: Int32Array<SharedArrayBuffer>) => Atomics.wait(flag, 0, 0)),
  "fill the memory": long((): null => {
    const all: string[][] = [];
    for (;;) all.push(Array.from({ length: 1000 }, (_item, index) => `${all.length} ${index}`));
  }),
  refuse: long((message: string): null => {
    throw invalid(message, "file");
  }),
  fail: long((message: string): null => {
    throw new TypeError(message);
  }),
  "fail in the database": long((kind: StorageErrorKind): null => {
    throw new StorageError(kind, "it failed");
  }),
  crash: long((code: number): null => process.exit(code)),
  /** Fails after its reply, when nobody waits for it, and before the thread's next task. */
  "crash later": long((message: string): null => {
    process.nextTick(() => {
      throw new Error(message);
    });
    return null;
  }),
  environment: long(() => Object.keys(process.env)),
} satisfies TaskTable;
