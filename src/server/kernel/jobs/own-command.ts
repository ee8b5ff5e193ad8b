import { execFile } from "node:child_process";
import { constants, setPriority } from "node:os";
import { isSea } from "node:sea";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A command of this program that failed, with the line that it left. */
export class FailedCommand extends Error {
  readonly exitCode: unknown;

  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.exitCode = cause instanceof Error && "code" in cause ? cause.code : undefined;
  }
}

/**
 * Runs a command of this program in a process of its own, at a low priority: reading or copying a database holds its
 * thread for as long as it takes, and people wait for this one. Throws the command's own line when it fails, or
 * `otherwise` when it left none.
 */
export async function runCommand(command: string[], signal: AbortSignal, otherwise: string): Promise<void> {
  try {
    const work = run(process.execPath, [...ownProgram(), ...command], { signal });
    if (work.child.pid !== undefined) yieldToOthers(work.child.pid);
    await work;
  } catch (error) {
    throw new FailedCommand(readReason(error) ?? otherwise, error);
  }
}

/** What Node.js needs to run this program; an executable file is the program, and brings its flags. */
const ownProgram = (): string[] => (isSea() ? [] : [...process.execArgv, process.argv[1] ?? ""]);

function yieldToOthers(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It has ended already, or the system does not allow it; then it runs like any other.
  }
}

/** The line that a command which fails leaves behind. */
function readReason(error: unknown): string | undefined {
  const said = error instanceof Error && "stderr" in error ? String(error.stderr) : "";
  return /^stackloop: (.+)$/mu.exec(said)?.[1];
}
