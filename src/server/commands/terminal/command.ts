import type { z } from "zod";

import type { Config } from "#server/config/config.ts";
import type { SettingsReport } from "#server/config/settings-report.ts";
import type { Log } from "#server/log.ts";
import { formatIssue } from "#shared/operations/issue-words.ts";

import type { Progress } from "./progress.ts";

/** Exit codes of `stackloop`. Commands may define others; see their help. */
export const EXIT = {
  done: 0,
  failed: 1,
  /** `EX_USAGE` of BSD's sysexits.h, so that a script can distinguish its own errors from the installation's. */
  usage: 64,
  /** Shell convention for SIGINT: 128 plus the signal's number. */
  interrupted: 130,
} as const;

/** Failure of a command, with a message for users. */
export class CommandError extends Error {
  override readonly name: string = "CommandError";
  /** Exit code of the process. */
  readonly exitCode: number;

  constructor(message: string, exitCode: number = EXIT.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Invalid argument. It is reported with the command's usage. */
export class UsageError extends CommandError {
  override readonly name = "UsageError";

  constructor(message: string) {
    super(message, EXIT.usage);
  }
}

/** Input and output of a command. */
export interface Terminal {
  config: Config;
  log: Log;
  settings: SettingsReport;
  /** True if a script requested JSON, so that nothing else may be printed to standard output. */
  isJson: boolean;
  /** Prints a progress line for users. Scripts get none. */
  print(line: string): void;
  /** Reports the result: lines for users, or with `--json` this value. Call it once per run. */
  report(value: object, lines: readonly string[]): void;
  progress: Progress;
}

interface PositionalArgument {
  about: string;
  /** Allowed values, if limited. */
  choices?: readonly string[];
  isOptional?: true;
}

/** Option with two dashes: a switch, or an option with a value if `value` is set. */
interface Option {
  about: string;
  /** Placeholder of its value in the help, such as NAME. */
  value?: string;
}

type Arguments = Readonly<Record<string, PositionalArgument>>;
type Options = Readonly<Record<string, Option>>;

type GivenArgument<P extends PositionalArgument> = P extends { choices: readonly (infer Choice)[] }
  ? Choice
  : string;
type GivenArguments<Rows extends Arguments> = {
  readonly [Name in keyof Rows]: Rows[Name] extends { isOptional: true }
    ? GivenArgument<Rows[Name]> | undefined
    : GivenArgument<Rows[Name]>;
};
type GivenOptions<Rows extends Options> = {
  readonly [Name in keyof Rows]: Rows[Name] extends { value: string } ? string | undefined : boolean;
};

/** Parsed arguments of a command. */
export interface ParsedArguments {
  args: Readonly<Record<string, string | undefined>>;
  options: Readonly<Record<string, string | boolean | undefined>>;
  isJson: boolean;
  isQuiet: boolean;
}

/** Description of a command for the help and `docs/commands.md`, and its arguments. */
interface CommandInfo {
  /** One word, or two words in a family: `user create`. */
  name: string;
  summary: string;
  /** Further paragraphs of the help. */
  details?: readonly string[];
  /** Short description of the `--json` output. Without it, the command has no `--json`. */
  json?: string;
  /** True if it runs long enough to show progress. */
  isLong?: true;
  /** Meanings of exit codes that are additional or differ from the default; null for codes that never occur. */
  exits?: Readonly<Record<number, string | null>>;
  /** Example arguments, without `stackloop`. */
  example: string;
}

/** Command of `stackloop`. */
export interface Command extends CommandInfo {
  args: Arguments;
  options: Options;
  run(given: ParsedArguments, terminal: Terminal): Promise<void>;
}

/** Related commands in the help. */
export interface CommandGroup {
  title: string;
  commands: readonly Command[];
}

interface CommandDefinition<P extends Arguments, O extends Options> extends CommandInfo {
  args?: P;
  options?: O;
  run(given: { args: GivenArguments<P>; options: GivenOptions<O> }, terminal: Terminal): Promise<void>;
}

/** Defines a command. The types of `run`'s arguments follow from the row's args and options. */
export const defineCommand = <const P extends Arguments, const O extends Options>(
  definition: CommandDefinition<P, O>,
): Command => ({
  args: {},
  options: {},
  ...definition,
  run: (given, terminal) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- read by the very rows that its types come from
    definition.run(given as unknown as Parameters<CommandDefinition<P, O>["run"]>[0], terminal),
});

/** Validates values with the server's rules. Each error is a line of the message. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
  const result = schema.safeParse(value, { error: formatIssue });
  if (result.success) return result.data;
  throw new CommandError(result.error.issues.map(({ message }) => message).join("\n"));
}
