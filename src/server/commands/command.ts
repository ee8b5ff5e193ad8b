import type { Config } from "#server/config/config.ts";
import type { SettingsReport } from "#server/config/settings-report.ts";
import type { Log } from "#server/log.ts";

import type { Progress } from "./progress.ts";

/** What `stackloop` ends with; a command may have codes of its own besides, see its help. */
export const EXIT = {
  done: 0,
  failed: 1,
  /** `EX_USAGE` of BSD's sysexits.h, so that a script can tell its own mistake from one of the installation. */
  usage: 64,
  /** What shells make of SIGINT: 128 and the signal's number. */
  interrupted: 130,
} as const;

/** Why a command could not do what it was asked to; the message is what people see. */
export class CommandError extends Error {
  override readonly name: string = "CommandError";
  /** What the process ends with. */
  readonly exitCode: number;

  constructor(message: string, exitCode: number = EXIT.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Something typed that the command does not take; it is reported with the command's usage. */
export class UsageError extends CommandError {
  override readonly name = "UsageError";

  constructor(message: string) {
    super(message, EXIT.usage);
  }
}

/** What a command works with. */
export interface Terminal {
  config: Config;
  log: Log;
  settings: SettingsReport;
  /** Whether a script asked for JSON, so that nothing else may go to standard output. */
  isJson: boolean;
  /** Writes a line for the person at the terminal while the command goes on; a script gets none. */
  print(line: string): void;
  /** Tells what came of the command: lines to a person or, with `--json`, this value to a script. Once in a run. */
  report(value: object, lines: readonly string[]): void;
  progress: Progress;
}

/** A word that stands behind a command's name. */
export interface Place {
  about: string;
  /** All that it may be, where that is known. */
  choices?: readonly string[];
  isOptional?: true;
}

/** What is typed with two dashes: a switch, or with `value` something that takes one. */
export interface Option {
  about: string;
  /** What stands for its value in the help, such as NAME. */
  value?: string;
}

type Places = Readonly<Record<string, Place>>;
type Options = Readonly<Record<string, Option>>;

type GivenPlace<P extends Place> = P extends { choices: readonly (infer Choice)[] } ? Choice : string;
type GivenPlaces<Rows extends Places> = {
  readonly [Name in keyof Rows]: Rows[Name] extends { isOptional: true }
    ? GivenPlace<Rows[Name]> | undefined
    : GivenPlace<Rows[Name]>;
};
type GivenOptions<Rows extends Options> = {
  readonly [Name in keyof Rows]: Rows[Name] extends { value: string } ? string | undefined : boolean;
};

/** What was typed behind a command's name. */
export interface Given {
  places: Readonly<Record<string, string | undefined>>;
  options: Readonly<Record<string, string | boolean | undefined>>;
}

/** What is told of a command: its row in the help, in `docs/commands.md`, and what it takes. */
interface About {
  /** One word, or two for one of a family: `user create`. */
  name: string;
  summary: string;
  /** What else there is to know, a paragraph each. */
  details?: readonly string[];
  /** What `--json` prints, in a few words; a command without it has no `--json`. */
  json?: string;
  /** Whether it takes long enough to show how far it is. */
  isLong?: true;
  /** What the exit codes mean that are its own, or more than the usual; null for one that it never ends with. */
  exits?: Readonly<Record<number, string | null>>;
  /** What somebody would type, without `stackloop`. */
  example: string;
}

/** One command of `stackloop`. */
export interface Command extends About {
  places: Places;
  options: Options;
  run(given: Given, terminal: Terminal): Promise<void>;
}

interface Row<P extends Places, O extends Options> extends About {
  places?: P;
  options?: O;
  run(given: { places: GivenPlaces<P>; options: GivenOptions<O> }, terminal: Terminal): Promise<void>;
}

/** A command from its row; what `run` is given has the types that the places and options of the row say. */
export const defineCommand = <const P extends Places, const O extends Options>(row: Row<P, O>): Command => ({
  places: {},
  options: {},
  ...row,
  run: (given, terminal) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- read by the very rows that its types come from
    row.run(given as unknown as Parameters<Row<P, O>["run"]>[0], terminal),
});
