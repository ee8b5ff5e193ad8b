import { readFileSync } from "node:fs";

import { ConfigError } from "./config.ts";

/** Setting in a `.env` file. */
export interface EnvEntry {
  name: string;
  value: string;
  line: number;
}

/** Matches a name followed by `=`, or `:` as in YAML. `export` is for shells. */
const ENTRY = /^(?:export\s+)?(?<name>[A-Za-z_][\w.-]*)\s*[=:](?<rest>.*)$/u;
const QUOTED = /^(?:"(?<double>(?:\\.|[^"\\])*)"|'(?<single>[^']*)'|`(?<backticks>[^`]*)`)\s*(?:#.*)?$/u;
/** Matches a comment, which needs a space before it, because passwords may contain `#`. */
const COMMENT = /\s#.*$/u;

/**
 * Reads a `.env` file; returns an empty list if there is none. Node's own parser has faults. If a value is only
 * spaces, it uses the next line. It cuts values at any `#`, and it ignores invalid lines.
 */
export function readEnvFile(file: string): EnvEntry[] {
  return parseEnvFile(decodeText(readIfPresent(file)), file);
}

function readIfPresent(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT") return Buffer.alloc(0);
    if (code === "EISDIR") throw new ConfigError(`${file} is a folder; replace it with a file`);
    throw new ConfigError(`can't read ${file} (${String(code)}); check its permissions`);
  }
}

/** Decodes UTF-16 and byte order marks from Windows editors. `TextDecoder` removes the byte order mark. */
function decodeText(bytes: Buffer): string {
  const [first, second] = bytes;
  const isLittleEndian = (first === 0xff && second === 0xfe) || second === 0;
  const isBigEndian = (first === 0xfe && second === 0xff) || first === 0;
  return new TextDecoder(isLittleEndian ? "utf-16le" : isBigEndian ? "utf-16be" : "utf-8").decode(bytes);
}

/** Characters that copying from web pages and chats adds. */
const INVISIBLE = /[\u200B\u2060\uFEFF]/gu;

/** Parses a `.env` file. Throws a ConfigError that names each invalid line. */
export function parseEnvFile(text: string, file: string): EnvEntry[] {
  const errors: string[] = [];
  const entries = text
    .replaceAll(INVISIBLE, "")
    .split(/\r\n|[\r\n\u2028\u2029]/u)
    .flatMap((whole, index): EnvEntry[] => {
      const content = whole.trim();
      if (content === "" || content.startsWith("#")) return [];
      const { name, rest } = ENTRY.exec(content)?.groups ?? {};
      const value = rest === undefined ? undefined : readValue(rest);
      if (name !== undefined && value !== undefined) return [{ name, value, line: index + 1 }];
      errors.push(`line ${index + 1} of ${file} can't be read; ${adviceFor(name)}`);
      return [];
    });
  if (errors.length > 0) throw new ConfigError(errors.join("\n"));
  return entries;
}

/** Doesn't show the line itself, because it may contain a secret. */
const adviceFor = (name: string | undefined): string =>
  name === undefined
    ? "write NAME=value, or # in front of a comment"
    : `the value of ${name} must be valid UTF-8; close its quotes on the same line; only a comment may follow`;

/** Parses a value. Undefined if a quote isn't closed on its line, or text follows it. */
function readValue(rest: string): string | undefined {
  const text = rest.trim();
  if (text.includes("\uFFFD")) return undefined;
  if (!/^["'`]/u.test(text)) return rest.replace(COMMENT, "").trim();
  const { double, single, backticks } = QUOTED.exec(text)?.groups ?? {};
  return double?.replaceAll('\\"', '"') ?? single ?? backticks;
}
