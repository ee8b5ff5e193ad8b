import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** A server under measurement. */
export interface Server {
  origin: string;
  pid: number;
  /** Time from the start of the process to the first reply, in milliseconds. */
  startMs: number;
  /** Processor time of the process until then, in milliseconds. */
  startCpuMs: number;
  /** Returns the longest hold of its event loop since the last call, if it was started with `isWatched`. */
  readHold(): Promise<Hold>;
  /** Stops it. Returns its exit code. */
  stop(): Promise<number | null>;
  /** Kills it. */
  kill(): Promise<void>;
}

export interface Hold {
  longestMs: number;
  p99Ms: number;
  /** The most processor time of one turn of the event loop, independent of other processes. */
  longestTurnMs: number;
}

/** These servers end with this process in any case. */
const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

interface StartOptions {
  /** The program; by default this Node.js. */
  program?: string;
  /** Extra variables of its environment. */
  environment?: Record<string, string>;
  /** The path of the first request. */
  path: string;
  headers?: Record<string, string>;
  /** True to watch its event loop, which slows the start. */
  isWatched?: boolean;
  /** Starts it inside another command, such as on a small disk. */
  surround?: (command: string[]) => string[];
}

/** Starts a server that prints its address, and waits for its first reply at `path`. */
export async function startServer(
  args: string[],
  {
    program = process.execPath,
    environment = {},
    path,
    headers = {},
    isWatched = false,
    surround = (command) => command,
  }: StartOptions,
): Promise<Server> {
  const watch = isWatched ? ["--require", join(import.meta.dirname, "loop-delay.cjs")] : [];
  const [command = "", ...rest] = surround([program, ...watch, ...args]);
  const child = spawn(command, rest, {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "inherit", ...(isWatched ? (["ipc"] as const) : [])],
  });
  // Excludes the copy of this process, which takes longer the more memory it has.
  const start = performance.now();
  running.add(child);
  child.once("exit", () => running.delete(child));
  const origin = await addressOf(child);
  const answer = await fetch(`${origin}${path}`, { headers });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  const startMs = performance.now() - start;
  const pid = child.pid ?? 0;
  return {
    origin,
    pid,
    startMs,
    startCpuMs: cpuMs(pid),
    async readHold() {
      const answered = once(child, "message");
      child.send("read");
      const [hold] = await answered;
      return hold;
    },
    async stop() {
      const exit = once(child, "exit");
      child.kill("SIGTERM");
      await exit;
      return child.exitCode;
    },
    async kill() {
      const exit = once(child, "exit");
      child.kill("SIGKILL");
      await exit;
    },
  };
}

async function addressOf(child: ChildProcess): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  child.once("exit", (code) => {
    reject(new Error(`the server ended with ${code}`));
  });
  if (child.stdout) {
    createInterface({ input: child.stdout }).on("line", (line) => {
      const address = /http:\/\/[\w.]+:\d+/u.exec(line)?.[0];
      if (address !== undefined) resolve(address.replace("localhost", "127.0.0.1"));
    });
  }
  return promise;
}

/** CPU time of a process and its threads, in milliseconds, to the nanosecond (Linux: /proc/PID/task/TID/schedstat). */
export function cpuMs(pid: number): number {
  let nanoseconds = 0;
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    try {
      nanoseconds += Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, "utf8").split(" ")[0]);
    } catch {
      // The thread has ended.
    }
  }
  return nanoseconds / 1e6;
}

/** Current and peak memory of a process, in MiB. */
export function memoryOf(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const read = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`, "u").exec(status)?.[1]) / 1024;
  return { now: read("VmRSS"), peak: read("VmHWM") };
}
