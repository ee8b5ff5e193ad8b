import { Argument, Command as Parser } from "commander";

import { VARIABLES } from "#server/config/config-table.ts";

import { type Command, type CommandGroup, EXIT, type ParsedArguments, UsageError } from "./command.ts";

/** Line width of the help without a terminal. */
const DEFAULT_WIDTH = 100;

/** Returns the parser of the whole program, which calls `run` with the command that the arguments name. */
export function createProgram(
  groups: readonly CommandGroup[],
  run: (command: Command, given: ParsedArguments) => Promise<void>,
): Parser {
  const program = new Parser("stackloop")
    .description("Without a command, StackLoop serves.")
    .option("-V, --version", "show the version; with --json also those of Node.js and the database tables")
    .helpOption("-h, --help", "show this help")
    .helpCommand(false)
    .enablePositionalOptions()
    .configureHelp({ visibleCommands: listLeafCommands, subcommandTerm: fullName })
    .configureOutput({ getOutHelpWidth: () => process.stdout.columns || DEFAULT_WIDTH, writeErr() {} })
    .addHelpText(
      "after",
      "\nConfiguration comes from environment variables and from the file .env in the working folder;\nvariables take precedence. .env.example lists them all.",
    );
  reportErrors(program, "see stackloop --help");
  for (const { title, commands } of groups) {
    for (const command of commands) {
      const [first = "", second] = command.name.split(" ");
      const parent = second === undefined ? program : getFamily(program, first);
      addCommand(parent, second ?? first, command, run).helpGroup(`${title}:`);
    }
  }
  return program;
}

/** Returns the parsers of all commands, without those that only group others. */
export const listLeafCommands = ({ commands }: Parser): Parser[] =>
  commands.flatMap((command) => (command.commands.length > 0 ? listLeafCommands(command) : [command]));

/** Returns the name of a command, such as `user create`. */
export const fullName = (parser: Parser): string =>
  parser.parent?.parent ? `${fullName(parser.parent)} ${parser.name()}` : parser.name();

/** Returns the meanings of a command's exit codes. */
export function listExitCodes({ exits }: Command): [code: string, meaning: string][] {
  const meanings: Readonly<Record<number, string | null>> = {
    [EXIT.done]: "done",
    [EXIT.failed]: "failed; see standard error",
    [EXIT.usage]: "usage error",
    [EXIT.interrupted]: "interrupted",
    ...exits,
  };
  return Object.entries(meanings).flatMap(([code, meaning]) => (meaning === null ? [] : [[code, meaning]]));
}

/** Returns the parser of a first word that several commands share, such as `user`. */
function getFamily(program: Parser, name: string): Parser {
  const known = program.commands.find((command) => command.name() === name);
  if (known) return known;
  const family = program.command(name).description("Run a command with --help for details.");
  reportErrors(family, `see stackloop ${name} --help`);
  return family;
}

function addCommand(
  parent: Parser,
  name: string,
  command: Command,
  run: (command: Command, given: ParsedArguments) => Promise<void>,
): Parser {
  const { summary, details = [], example } = command;
  const exits = listExitCodes(command).map(([code, meaning]) => `  ${code.padEnd(5)}${meaning}`);
  const parser = parent
    .command(name)
    .summary(summary)
    .description([summary, ...details].join("\n\n"))
    .addHelpText("after", ["", "Exit codes:", ...exits, "", "Example:", `  stackloop ${example}`].join("\n"));
  for (const [word, { about, choices, isOptional }] of Object.entries(command.args)) {
    const argument = new Argument(isOptional ? `[${word}]` : `<${word}>`, about);
    parser.addArgument(choices ? argument.choices(choices) : argument);
  }
  for (const [option, { about, value }] of Object.entries(command.options))
    parser.option(value === undefined ? `--${option}` : `--${option} <${value}>`, about);
  if (command.json !== undefined) parser.option("--json", `print the result as JSON: ${command.json}`);
  if (command.isLong) parser.option("--quiet", "don't show progress");
  const advice = `usage: ${parser.createHelp().commandUsage(parser)}`;
  reportErrors(parser, advice);
  return parser.action(async () => {
    try {
      await run(command, readArguments(parser, command));
    } catch (error) {
      throw error instanceof UsageError ? new UsageError(`${error.message}; ${advice}`) : error;
    }
  });
}

function readArguments(parser: Parser, { args }: Command): ParsedArguments {
  const values = parser.opts<Readonly<Record<string, string | true | undefined>>>();
  const options = Object.fromEntries(
    parser.options.map((option) => {
      const value = values[option.attributeName()];
      return [option.name(), option.isBoolean() ? value === true : value];
    }),
  );
  const empty = Object.keys(args).find((_name, index) => parser.args[index]?.trim() === "");
  if (empty !== undefined) throw new UsageError(`${empty} is empty`);
  return {
    args: Object.fromEntries(Object.keys(args).map((name, index) => [name, parser.args[index]])),
    options,
    isJson: options["json"] === true,
    isQuiet: options["quiet"] === true,
  };
}

/** Throws a parser's errors as usage errors of one line with advice. After help, the process ends. */
function reportErrors(parser: Parser, advice: string): void {
  parser.exitOverride(({ exitCode, code, message }) => {
    if (exitCode === EXIT.done) return;
    const text =
      code === "commander.help"
        ? "a command is missing"
        : message
            .replace(/^error: /u, "")
            .replace("\n", " ")
            .replace(SUGGESTION, (whole, names: string) => suggestFullNames(parser, names) ?? whole)
            .replace(/\.$/u, "");
    throw new UsageError(`${text}; ${settingAdvice(text) ?? advice}`);
  });
}

const SUGGESTION = /Did you mean (?:one of )?([^?]+)\?/u;

/**
 * Suggests commands by their full names, since the parser suggests only the last word of each. Null if there are none.
 */
function suggestFullNames(parser: Parser, names: string): string | null {
  const commands = listLeafCommands(parser).filter((command) => names.split(", ").includes(command.name()));
  return commands.length === 0 ? null : `Did you mean ${commands.map(fullName).join(" or ")}?`;
}

/** Returns advice for an unknown option that names a setting, such as `--port`. Null for other options. */
function settingAdvice(text: string): string | null {
  const [, option = ""] = /^unknown option '--([\w-]+)/u.exec(text) ?? [];
  const name = option.toUpperCase().replaceAll("-", "_");
  return Object.values(VARIABLES).some((setting) => setting.name === name)
    ? `set ${name} in the environment or in .env`
    : null;
}
