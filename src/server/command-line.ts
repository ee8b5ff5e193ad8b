import { getSystemErrorMessage } from "node:util";

import { DatabaseError } from "#db/errors.ts";
import { SCHEMA_VERSION } from "#db/migrations/index.ts";

import { serve } from "./commands/serve.ts";
import { type Command, CommandError, EXIT, type ParsedArguments } from "./commands/terminal/command.ts";
import { type TerminalConfig, createTerminal, print, printErrors } from "./commands/terminal/terminal.ts";
import { type Config, ConfigError, readConfig } from "./config/config.ts";
import { readEnvFile } from "./config/env-file.ts";
import { reportSettings } from "./config/settings-report.ts";
import { replyTo } from "./errors.ts";
import { createLog } from "./log.ts";
import { VERSION } from "./version.ts";

const isVersion = (arg: string) => arg === "version" || arg === "--version" || arg === "-V";

async function run(args: string[]): Promise<void> {
  const [first, ...more] = args;
  // The server starts without loading the parser and the other commands.
  if (first === undefined || (first === "serve" && more.length === 0))
    return runCommand(serve, { args: {}, options: { new: false }, isJson: false, isQuiet: false });
  if (isVersion(first)) return printVersion(args.includes("--json"));
  const [{ createProgram }, { commandGroups }] = await Promise.all([
    import("./commands/terminal/program.ts"),
    import("./commands/command-table.ts"),
  ]);
  const program = createProgram(commandGroups, runCommand);
  if (first === "help") await program.parseAsync([...more, "--help"], { from: "user" });
  // This is the default command with an option of its own.
  else await program.parseAsync(first === "--new" ? ["serve", ...args] : args, { from: "user" });
}

function printVersion(isJson: boolean): void {
  const { platform, arch, versions } = process;
  const facts = {
    name: "stackloop",
    version: VERSION,
    schemaVersion: SCHEMA_VERSION,
    node: versions.node,
    platform: `${platform}-${arch}`,
  };
  print(isJson ? JSON.stringify(facts) : `stackloop ${VERSION}`);
}

async function runCommand(command: Command, given: ParsedArguments): Promise<void> {
  const terminal = createTerminal(await createConfiguration(command), given);
  try {
    await command.run(given, terminal);
  } finally {
    terminal.progress.end();
  }
}

async function createConfiguration({ name }: Command): Promise<TerminalConfig> {
  const entries = readEnvFile(".env");
  const fromFile = Object.fromEntries(entries.map((entry) => [entry.name, entry.value]));
  for (const [variable, value] of Object.entries(fromFile)) process.env[variable] ??= value;
  const config = readConfig(process.env);
  // A server's log is its output. A command prints its result, so its log goes to stderr.
  const log = await (name === "serve"
    ? createLog(config)
    : createLog(withQuietLog(config), process.stderr.fd));
  const settings = reportSettings(config, process.env, entries);
  // `doctor` lists them among its findings.
  if (name !== "doctor") for (const { text } of settings.problems) log.warn(text);
  return { config, log, settings };
}

/** Returns the config with a command's default log level, for errors only. */
const withQuietLog = (config: Config): Config =>
  config.logLevel === "info" ? { ...config, logLevel: "warn" } : config;

const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && "syscall" in error;

/** Describes an error of a file or connection. */
function describeSystemError({ path, code, errno, message }: NodeJS.ErrnoException): string {
  if (path === undefined && code !== "EISDIR") return message;
  const reason = errno === undefined ? message : getSystemErrorMessage(errno);
  return `can't use ${path ?? "a file"} (${reason}); check the path and its permissions`;
}

/** Describes an error in lines for the terminal, with details only if it was unexpected. */
function describeError(error: unknown): string[] {
  const isExpected =
    error instanceof ConfigError || error instanceof DatabaseError || error instanceof CommandError;
  const reply = replyTo(error, "");
  if (isExpected) return error.message.split("\n");
  if (reply.body.code === "INSUFFICIENT_STORAGE") return ["the disk is full; free up space and try again"];
  if (reply.body.code !== "INTERNAL_SERVER_ERROR") return [reply.body.message];
  if (isSystemError(error)) return [describeSystemError(error)];
  return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
}

/** Runs a command and prints its error, if any. Returns the exit code. */
export async function runCommandLine(args: string[]): Promise<number> {
  try {
    await run(args);
    return EXIT.done;
  } catch (error) {
    printErrors(describeError(error), args.includes("--json"));
    return error instanceof CommandError ? error.exitCode : EXIT.failed;
  }
}
