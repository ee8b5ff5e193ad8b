import { type Finding, note, wrong } from "#db/examination.ts";

import { type Variable, VARIABLES } from "./config-table.ts";
import { type Config, readConfig, redactValue } from "./config.ts";
import type { EnvEntry } from "./env-file.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Report on the effective settings, for operators. */
export interface SettingsReport {
  /** Settings that differ from the defaults, as `NAME=value` without secrets. */
  changed: string[];
  /** Names and lines without any effect, which somebody may rely on. */
  problems: Finding[];
}

const NAMES = Object.values(VARIABLES).map(({ name }) => name);

/** Names in `.env` that other programs use: Node.js, PostgreSQL's library, Docker Compose, the C library. */
const OTHER_PROGRAMS =
  /^(?:NODE_\w+|PG[A-Z]+|POSTGRES_\w+|COMPOSE_\w+|MALLOC_\w+|UV_\w+|XDG_\w+|CACHE_DIRECTORY|TZ|LANG|LC_\w+)$/u;
/** True for variables that Kubernetes sets for a service named "stackloop". */
const isSetByKubernetes = (name: string, value = ""): boolean =>
  /^STACKLOOP_(?:SERVICE_|PORT_\d)/u.test(name) || (name === "STACKLOOP_PORT" && value.includes("://"));

/** Describes the effective settings. `entries` are those of the `.env` file. */
export function reportSettings(
  config: Config,
  environment: Environment,
  entries: readonly EnvEntry[],
): SettingsReport {
  const inFile = new Set(entries.map(({ name }) => name));
  const unknown = [...inFile].filter((name) => !NAMES.includes(name) && !OTHER_PROGRAMS.test(name));
  const similar = Object.keys(environment).filter(
    (name) => !inFile.has(name) && resemblesSetting(name, environment),
  );
  return {
    changed: listChangedSettings(config, environment),
    problems: [
      ...unknown.map(describeUnknownName),
      ...similar.map(describeUnknownSetting),
      ...findDuplicates(entries),
      ...findOverridden(environment, entries),
      ...checkMailLinks(config),
    ],
  };
}

/** Mails are sent outside of requests, so their links need PUBLIC_URL. */
const checkMailLinks = ({ smtpUrl, publicUrl }: Config): Finding[] =>
  smtpUrl !== null && publicUrl === null
    ? [
        note(
          "SMTP_URL is set without PUBLIC_URL. Links in emails lead to the server's own address, and “Forgot password?” sends no email.",
        ),
      ]
    : [];

function listChangedSettings(config: Config, environment: Environment): string[] {
  const defaults = readConfig({});
  return Object.entries<Variable<unknown>>(VARIABLES).flatMap(([field, { name, isSecret }]) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the fields of a configuration are those of the table
    const [now, before] = [config, defaults].map((values) => JSON.stringify(values[field as keyof Config]));
    return now === before ? [] : [`${name}=${isSecret ? "(hidden)" : redactValue(environment[name] ?? "")}`];
  });
}

function describeUnknownSetting(name: string): Finding {
  const suggestion = findIntendedSetting(name);
  return note(
    `Unknown setting ${name}. ${suggestion === undefined ? ".env.example lists the settings." : `Did you mean ${suggestion}?`}`,
  );
}

/**
 * Describes an unknown name in `.env`. A name similar to a setting is treated as a typo there. In the environment, it
 * may belong to another program.
 */
function describeUnknownName(name: string): Finding {
  const { text } = describeUnknownSetting(name);
  return findIntendedSetting(name) === undefined ? note(text) : wrong(text);
}

/**
 * Returns the setting with which the name begins, such as `SIGNUP_MODE`, or else the most similar one. A name that
 * begins with another program's, such as `NPM_CONFIG_LOGLEVEL`, belongs to that program.
 */
function findIntendedSetting(unknown: string): string | undefined {
  const normalizedName = normalizeName(unknown).replace(/^STACKLOOP_?/u, "");
  const [prefixMatch] = NAMES.filter(
    (name) =>
      `${normalizedName}_`.startsWith(`${name}_`) ||
      (name.length >= MIN_SIMILAR_LENGTH &&
        withoutUnderscores(normalizedName).startsWith(withoutUnderscores(name))),
  ).toSorted((one, other) => other.length - one.length);
  return prefixMatch ?? findNearest(normalizedName, NAMES);
}

const normalizeName = (name: string): string => name.toUpperCase().replaceAll(/[.-]/gu, "_");

const withoutUnderscores = (name: string): string => name.replaceAll("_", "");

/** Shorter names that differ by a letter are usually different words: `HOST`, `PORT`, `POST`. */
const MIN_SIMILAR_LENGTH = 6;
const LONG_NAME_LENGTH = 12;

/**
 * True if an environment variable looks like a mistyped setting. Stricter than for `.env`, since most variables belong
 * to other programs.
 */
function resemblesSetting(name: string, environment: Environment): boolean {
  if (NAMES.includes(name)) return false;
  if (name.startsWith("STACKLOOP_")) return !isSetByKubernetes(name, environment[name]);
  const written = normalizeName(name);
  return NAMES.some((setting) => {
    if (setting === written) return true;
    if (setting.length < MIN_SIMILAR_LENGTH || setting[0] !== written[0]) return false;
    const maxDistance = setting.length < LONG_NAME_LENGTH ? 1 : 2;
    return (
      Math.abs(written.length - setting.length) <= maxDistance &&
      editDistance(written, setting) <= maxDistance
    );
  });
}

function findDuplicates(entries: readonly EnvEntry[]): Finding[] {
  const byName = Map.groupBy(entries, ({ name }) => name);
  return [...byName].flatMap(([name, [first, ...more]]) => {
    const last = more.at(-1);
    return first === undefined || last === undefined
      ? []
      : [
          note(
            `${name} is set on lines ${first.line} and ${last.line} of .env. Only line ${last.line} counts.`,
          ),
        ];
  });
}

/** Reports settings in `.env` that the environment replaces. An empty variable replaces them too. */
function findOverridden(environment: Environment, entries: readonly EnvEntry[]): Finding[] {
  const last = new Map(entries.map((entry) => [entry.name, entry]));
  return [...last.values()]
    .filter(({ name, value }) => NAMES.includes(name) && environment[name] !== value)
    .map(({ name, line }) =>
      note(
        `${name} on line ${line} of .env has no effect, because the environment sets ${name} too. Remove one of them.`,
      ),
    );
}

/** Maximum number of typing errors in a suggestion. */
const MAX_EDIT_DISTANCE = 2;

/** Returns the closest word to a mistyped one, if it is similar enough. */
function findNearest(typed: string, words: readonly string[]): string | undefined {
  const prefixMatch = typed.length > 1 ? words.find((word) => word.startsWith(typed)) : undefined;
  const [best] = words
    .map((word) => ({ word, distance: editDistance(typed, word) }))
    .filter(({ word, distance }) => distance <= Math.min(MAX_EDIT_DISTANCE, word.length - 2))
    .toSorted((one, other) => one.distance - other.distance);
  return best?.word ?? prefixMatch;
}

/** Counts the letters to insert, delete or change (Levenshtein distance). */
function editDistance(from: string, to: string): number {
  const chars = to.split("");
  let row = Array.from({ length: to.length + 1 }, (_none, column) => column);
  for (const [line, letter] of from.split("").entries()) {
    const next = [line + 1];
    for (const [column, other] of chars.entries()) {
      const changed = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(changed, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
