import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Readable } from "node:stream";

import { onTestFinished } from "vitest";

import type { CommandRequest } from "./command-host.ts";

const HOST = join(import.meta.dirname, "command-host.ts");
const END = "\0the command has ended\0";

/** A command's exit code and output. */
export interface Finished {
  /** Null if a signal ended it. */
  code: number | null;
  stdout: string;
  stderr: string;
}

let host: ChildProcess | undefined;
let isBusy = false;

/**
 * Runs a command in a process that all tests of this worker share, and that loads the program once. Returns undefined
 * if a command is running there.
 */
export async function runInHost(request: Omit<CommandRequest, "end">): Promise<Finished | undefined> {
  if (isBusy) return undefined;
  isBusy = true;
  host ??= startHost(request.environment);
  const running = host;
  // A test that has timed out leaves a command behind.
  onTestFinished(() => {
    if (isBusy && host === running) running.kill("SIGKILL");
  });
  const outputs = Promise.all([readCommandOutput(running.stdout), readCommandOutput(running.stderr)]);
  const over = new AbortController();
  const { signal } = over;
  const ended = Promise.race([
    once(running, "message", { signal }).then(([code]) => Number(code)),
    once(running, "exit", { signal }).then(([code]): number | null => code),
  ]);
  running.send({ ...request, end: END } satisfies CommandRequest);
  const code = await ended;
  over.abort();
  const [stdout, stderr] = await outputs;
  isBusy = false;
  return { code, stdout, stderr };
}

function startHost(environment: Record<string, string>): ChildProcess {
  const child = fork(HOST, { silent: true, execArgv: [], env: environment });
  child.once("exit", () => {
    host = undefined;
  });
  // The host ends with this process.
  child.unref();
  child.channel?.unref();
  return child;
}

/** Reads up to the end of a command, or of the process. */
function readCommandOutput(stream: Readable | null): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const chunks: Buffer[] = [];
  const finish = () => {
    stream?.off("data", read).off("end", finish);
    const text = Buffer.concat(chunks).toString();
    resolve(text.endsWith(END) ? text.slice(0, -END.length) : text);
  };
  const read = (chunk: Buffer) => {
    chunks.push(chunk);
    if (Buffer.concat(chunks.slice(-2)).toString().endsWith(END)) finish();
  };
  stream?.on("data", read).on("end", finish);
  return promise;
}
