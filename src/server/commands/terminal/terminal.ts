import { buffer } from "node:stream/consumers";

import type { ParsedArguments, Terminal } from "./command.ts";
import { createProgress } from "./progress.ts";

const UNITS = ["kB", "MB", "GB", "TB"];

/** Formats a file size for users: 4.2 MB. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const power = Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length);
  return `${(bytes / 1000 ** power).toFixed(1)} ${UNITS[power - 1]}`;
}

/** Ends without an error when the reader of the output stops, as `head` does. */
export function ignoreClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });
  }
}

/** Writes bytes to standard output at its reader's speed. Also resolves when the reader stops. */
export async function writeToOutput(bytes: Uint8Array): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  process.stdout.write(bytes, () => {
    resolve();
  });
  await promise;
}

/** Returns everything sent to standard input. */
export const readInput = (): Promise<Buffer> => buffer(process.stdin);

/** Part of a terminal that follows from the configuration. */
export type TerminalConfig = Pick<Terminal, "config" | "log" | "settings">;

/** Returns a terminal with results on standard output and all else on standard error. */
export function createTerminal(
  { config, log, settings }: TerminalConfig,
  { isJson, isQuiet }: Pick<ParsedArguments, "isJson" | "isQuiet">,
): Terminal {
  const progress = createProgress(process.stderr, !isJson && !isQuiet);
  return {
    config,
    log,
    settings,
    isJson,
    progress,
    print(line) {
      if (!isJson) print(line);
    },
    report(value, lines) {
      progress.end();
      if (isJson) print(JSON.stringify(value));
      else for (const line of lines) print(line);
    },
  };
}

/** Writes a line to standard output. */
export const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Prints errors to standard error: one line per error, or with `--json` one object. */
export function printErrors(lines: readonly string[], isJson: boolean): void {
  const text = isJson
    ? JSON.stringify({ error: { message: lines.join("\n") } })
    : lines.map((line) => `stackloop: ${line}`).join("\n");
  process.stderr.write(`${text}\n`);
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** The terminal, npm and the start script each forward the same Ctrl-C within this time. */
export const REPEATED_SIGNAL_MS = 500;

/**
 * Runs work that must not remain incomplete. On a stop signal, `cleanUp` runs first. The process then ends by the same
 * signal, so that its caller sees 130 for Ctrl-C. A second signal ends it at once.
 */
export async function cleanUpOnSignal<Result>(
  cleanUp: () => unknown,
  work: () => Promise<Result>,
): Promise<Result> {
  let signalledAt: number | undefined;
  const stop = () => {
    for (const signal of SIGNALS) process.off(signal, onSignal);
  };
  const endWithSignal = (signal: NodeJS.Signals) => {
    stop();
    process.kill(process.pid, signal);
  };
  const tryCleanUp = async () => {
    try {
      await cleanUp();
    } catch {
      // Ends anyway. Leftovers have a name that the next run deletes.
    }
  };
  const onSignal = (signal: NodeJS.Signals) => {
    const isFirst = signalledAt === undefined;
    signalledAt ??= performance.now();
    if (isFirst) void tryCleanUp().finally(() => endWithSignal(signal));
    else if (performance.now() - signalledAt > REPEATED_SIGNAL_MS) endWithSignal(signal);
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  try {
    return await work();
  } finally {
    // The signal ends the process after `cleanUp`. Until then nothing more is printed or done.
    if (signalledAt !== undefined) await new Promise(() => {});
    stop();
  }
}
