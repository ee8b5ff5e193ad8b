import { existsSync } from "node:fs";

import { DatabaseError } from "#db/errors.ts";

import { commands } from "./commands/command-table.ts";
import { CommandError, UsageError } from "./commands/command.ts";
import { type Config, ConfigError, readConfig, unknownVariables } from "./config.ts";
import { replyTo } from "./errors.ts";
import { createLog } from "./log.ts";

const print = (line: string) => {
  process.stdout.write(`${line}\n`);
};

const fail = (line: string) => {
  process.stderr.write(`stackloop: ${line}\n`);
  process.exitCode = 1;
};

function help(): void {
  print("Usage: stackloop [COMMAND]\n");
  for (const { name, summary } of commands) print(`  ${name.padEnd(12)} ${summary}`);
  print(
    "\nRun stackloop COMMAND --help for details. Configuration: environment variables or .env, see .env.example.",
  );
}

async function run(args: string[]): Promise<void> {
  const [name = "serve", ...rest] = args;
  if (["help", "--help", "-h"].includes(name)) {
    help();
    return;
  }
  const command = commands.find((candidate) => candidate.name === name);
  if (!command) {
    fail(`there is no command "${name}"; see stackloop --help`);
    return;
  }
  if (rest.some((arg) => arg === "--help" || arg === "-h")) {
    print(`Usage: stackloop ${command.name} ${command.usage}\n\n${command.summary}`);
    for (const line of command.details ?? []) print(line);
    return;
  }
  const config = readConfig(process.env);
  const log = createLog(command.name === "serve" ? config : { ...config, logLevel: quiet(config.logLevel) });
  const unknown = unknownVariables(process.env);
  if (unknown.length > 0) log.warn({ variables: unknown }, "ignoring unknown variables; see .env.example");
  try {
    await command.run(rest, { config, log, print });
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new CommandError(`${error.message}; usage: stackloop ${command.name} ${command.usage}`.trimEnd());
  }
}

/** A command prints what it did; its log is for trouble, or for whoever wants more. */
const quiet = (level: Config["logLevel"]) => (level === "info" ? "warn" : level);

/** What went wrong in lines for the person at the terminal; with the inside only where nobody foresaw it. */
function explain(error: unknown): void {
  const isExpected =
    error instanceof ConfigError || error instanceof DatabaseError || error instanceof CommandError;
  const reply = replyTo(error, "");
  if (isExpected) for (const line of error.message.split("\n")) fail(line);
  else if (reply.body.code !== "INTERNAL_SERVER_ERROR") fail(reply.body.message);
  else if (error instanceof Error && "syscall" in error) fail(error.message);
  else fail(error instanceof Error ? (error.stack ?? error.message) : String(error));
  if (error instanceof CommandError) process.exitCode = error.exitCode;
}

if (existsSync(".env")) process.loadEnvFile(".env");
// Not awaited at the top level: the built program is CommonJS, which starts faster and has no such await.
run(process.argv.slice(2)).catch(explain);
