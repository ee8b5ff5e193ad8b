import { runCommandLine } from "./command-line.ts";
import { EXIT } from "./commands/terminal/command.ts";
import { ignoreClosedOutput } from "./commands/terminal/terminal.ts";

/** Time for which a failed command may still have work in progress. */
const EXIT_GRACE_MS = 1000;

async function main(): Promise<void> {
  ignoreClosedOutput();
  const exitCode = await runCommandLine(process.argv.slice(2));
  if (exitCode === EXIT.done) return;
  process.exitCode = exitCode;
  // Abandoned work, such as a DNS lookup without a reply, would prevent the process from exiting.
  setTimeout(() => process.exit(), EXIT_GRACE_MS).unref();
}

// Not awaited at the top level: the built program is CommonJS, which starts faster but has no such await.
void main();
