/**
 * A process that loads the program once and runs one command after the other for `command-runner.ts`: loading takes
 * most of a command's time.
 */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

import { builtServer, isBuildFresh } from "../../scripts/ensure-ready.mjs";

export interface CommandRequest {
  /** The program's file, and the arguments of the command. */
  argv: string[];
  folder: string;
  environment: Record<string, string>;
  /** Written to both streams after the command. */
  end: string;
}

type CommandLine = typeof import("#server/command-line.ts");
const { runCommandLine }: CommandLine = isBuildFresh()
  ? createRequire(import.meta.url)(join(dirname(builtServer), "command-line.cjs"))
  : await import("#server/command-line.ts");

async function run({ argv, folder, environment, end }: CommandRequest): Promise<number> {
  process.chdir(folder);
  process.argv = [process.execPath, ...argv];
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, environment);
  const code = await runCommandLine(argv.slice(1));
  for (const stream of [process.stdout, process.stderr]) stream.write(end);
  return code;
}

process.on("message", (request: CommandRequest) => {
  void run(request).then((code) => process.send?.(code));
});
process.on("disconnect", () => process.exit());
