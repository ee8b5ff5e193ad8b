/** How much of a processor a process gets, on any Linux without rights: by others that count beside it. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** The processors that this process may run on, as the first and all others; null where they can't be told apart. */
export function splitProcessors(): { first: string; others: string; all: string } | null {
  if (spawnSync("taskset", ["--version"]).status !== 0) return null;
  const status = readFileSync("/proc/self/status", "utf8");
  const all = /^Cpus_allowed_list:\s+(\S+)/mu.exec(status)?.[1] ?? "";
  const [first = "", ...others] = all.split(",").flatMap((span) => {
    const [from = 0, to = from] = span.split("-").map(Number);
    return Array.from({ length: to - from + 1 }, (_, index) => String(from + index));
  });
  return others.length === 0 ? null : { first, others: others.join(), all };
}

/** Lets processes, with all their threads, run on these processors alone. */
export function pin(pids: readonly number[], processors: string): void {
  // One that has ended meanwhile needs none.
  for (const pid of pids)
    spawnSync("taskset", ["--all-tasks", "--cpu-list", "--pid", processors, String(pid)]);
}

/** Keeps a processor as busy as so many programs do that always have something to count; returns what ends them. */
export function keepBusy(processor: string, programs: number): () => Promise<void> {
  // They end by themselves where nobody is left to end them.
  const counting = `while (process.ppid === ${process.pid});`;
  const started = Array.from({ length: programs }, () =>
    spawn("taskset", ["--cpu-list", processor, process.execPath, "--eval", counting], { stdio: "ignore" }),
  );
  return async () => {
    await Promise.all(started.map(end));
  };
}

async function end(child: ChildProcess): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  child.once("exit", () => resolve());
  child.kill("SIGKILL");
  await promise;
}
