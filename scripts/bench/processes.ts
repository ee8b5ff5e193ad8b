import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

/** A server under measurement. */
export interface Server {
  origin: string;
  pid: number;
  /** From the start of the process to the first answer, in milliseconds. */
  startMs: number;
  stop(): Promise<void>;
}

/** Starts a server that prints its address, and waits for its first answer at `path`. */
export async function startServer(
  args: string[],
  environment: Record<string, string>,
  path: string,
): Promise<Server> {
  const start = performance.now();
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const origin = await addressOf(child);
  const answer = await fetch(`${origin}${path}`);
  await answer.arrayBuffer();
  const startMs = performance.now() - start;
  return {
    origin,
    pid: child.pid ?? 0,
    startMs,
    async stop() {
      const exit = once(child, "exit");
      child.kill("SIGTERM");
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

/** CPU time that a process has used, in milliseconds (Linux: /proc/PID/stat, in ticks of 10 ms). */
export function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Memory that a process holds, in MiB. */
export function residentMiB(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/u.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}
