/** Each lane is one thread, so that long tasks don't delay short ones. */
export type LaneName = "quick" | "long";

/** Work done outside the main thread. */
export interface Task<Input, Output> {
  /** `quick` for tasks that people wait for, done within a second or two. `long` for all others. */
  lane: LaneName;
  /** Time limit in milliseconds, from the task's start. */
  timeoutMs: number;
  /** Imports the implementation, so that a thread loads only what it uses. */
  load(): Promise<(input: Input) => Output | Promise<Output>>;
}

/** Tasks by name. */
// eslint-disable-next-line typescript/no-explicit-any -- a table holds tasks of every input and output
export type TaskTable = Readonly<Record<string, Task<any, any>>>;

export type InputOf<AnyTask> = AnyTask extends { load(): Promise<(input: infer Input) => unknown> }
  ? Input
  : never;
export type OutputOf<AnyTask> = AnyTask extends { load(): Promise<(input: never) => infer Output> }
  ? Awaited<Output>
  : never;

/** Call of a task, sent to a worker. */
export interface TaskCall {
  name: string;
  input: unknown;
}

/** Message that ends a worker without a task. */
export const END_MESSAGE = "end";
