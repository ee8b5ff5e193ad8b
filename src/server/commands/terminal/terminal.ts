import type { ParsedArguments, Terminal } from "./command.ts";
import { createProgress } from "./progress.ts";

/** Part of a terminal that is created before the arguments are parsed. */
export type Configured = Pick<Terminal, "config" | "log" | "settings">;

/** Returns a terminal with results on standard output and all else on standard error. */
export function createTerminal(
  { config, log, settings }: Configured,
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
export function printFaults(lines: readonly string[], isJson: boolean): void {
  const text = isJson
    ? JSON.stringify({ error: { message: lines.join("\n") } })
    : lines.map((line) => `stackloop: ${line}`).join("\n");
  process.stderr.write(`${text}\n`);
}
