/** Each lane is one thread, so that what takes long keeps no short answer waiting. */
export type LaneName = "quick" | "long";

/** Work that is done beside the main thread. */
export interface Task<Input, Output> {
  /** `quick` for what a person waits for and is done within a second or two, `long` for all else. */
  lane: LaneName;
  /** In milliseconds, from when the task begins. */
  timeoutMs: number;
  /** Imports what does the work, so that a thread holds only what it has used. */
  load(): Promise<(input: Input) => Output | Promise<Output>>;
}

/** Tasks by their names. */
// eslint-disable-next-line typescript/no-explicit-any -- a table holds tasks of every input and output
export type TaskTable = Readonly<Record<string, Task<any, any>>>;

export type InputOf<AnyTask> = AnyTask extends { load(): Promise<(input: infer Input) => unknown> }
  ? Input
  : never;
export type OutputOf<AnyTask> = AnyTask extends { load(): Promise<(input: never) => infer Output> }
  ? Awaited<Output>
  : never;

/** What a worker is asked to do. */
export interface TaskCall {
  name: string;
  input: unknown;
}
