import { type ParseCsv, readRows } from "#shared/imports/files/file.ts";
import { isNestedTooDeep, parseJsonText, isRecord } from "#shared/imports/files/json-text.ts";
import {
  EDITOR_RULES,
  fileNameOf,
  foldersOf,
  isProjectDocument,
  sharedDepth,
  type SourceFile,
} from "#shared/imports/files/source-file.ts";
import { guessMapping } from "#shared/imports/row.ts";
import { cleanTags } from "#shared/kernel/text-rules.ts";

import { readChat } from "./chat-messages.ts";
import { PROMPT_IMPORT, type PromptRow } from "./prompt-import.ts";
import { promptsInValue, promptTableIn } from "./prompt-json.ts";
import { type ParseYaml, promptsInMarkdown } from "./prompt-markdown.ts";
import { promptOfObject } from "./prompt-object.ts";

/** Parsers for files. The server and the browser pass their own. */
export interface FileParsers {
  parseCsv: ParseCsv;
  parseYaml: ParseYaml;
  /** Parses TOML. Throws if it is invalid. */
  parseToml: (text: string) => unknown;
}

/** Parses a file's text into prompts. */
type PromptReader = (
  text: string,
  name: string,
  options: FileParsers & { isWhole: boolean },
) => Record<string, unknown>[];

const readMarkdown: PromptReader = (text, name, options) => toRows(promptsInMarkdown(text, name, options));
const readJson: PromptReader = (text, name) => promptsInJson(parseJsonText(text), name);
const readYaml: PromptReader = (text, name, { parseYaml }) => promptsInParsed(parseYaml(text), name);

const readToml: PromptReader = (text, name, { parseToml }) => {
  const value = parseToml(text);
  // Converts the command of an agent, whose name is the file's.
  const command = promptOfObject(value, { name, isGiven: true });
  return command ? toRows([command]) : promptsInParsed(value, name);
};
const promptsInParsed = (value: unknown, name: string) =>
  isNestedTooDeep(value) ? [] : promptsInJson(value, name);

const READERS: Readonly<Record<string, PromptReader>> = {
  md: readMarkdown,
  markdown: readMarkdown,
  mdx: readMarkdown,
  mdc: readMarkdown,
  prompt: readMarkdown,
  prompty: readMarkdown,
  txt: readMarkdown,
  ...Object.fromEntries(EDITOR_RULES.map((extension) => [extension, readMarkdown])),
  json: readJson,
  jsonl: readJson,
  ndjson: readJson,
  yaml: readYaml,
  yml: readYaml,
  toml: readToml,
  csv: readTable,
  tsv: readTable,
};

/** Extensions of files that can contain prompts. */
export const PROMPT_FILE_EXTENSIONS: readonly string[] = Object.keys(READERS);

export interface PromptFilesReading {
  rows: Record<string, unknown>[];
  /** Paths of files without a prompt. */
  pathsWithoutPrompt: string[];
}

/** Parses the files of a folder or selection into rows with the columns of prompts. */
export function readPromptFiles(files: readonly SourceFile[], parsers: FileParsers): PromptFilesReading {
  const depth = sharedDepth(files.map(({ path }) => path));
  const pathsWithoutPrompt: string[] = [];
  const rows = files.flatMap((file) => {
    const prompts = promptsInFile(file, parsers);
    if (prompts.length === 0) pathsWithoutPrompt.push(file.path);
    const tags = foldersOf(file.path, depth);
    return tags.length === 0 ? prompts : prompts.map((row) => withTags(row, tags));
  });
  return { rows, pathsWithoutPrompt };
}

/** Files whose whole text is for a model: skills, and rules and instructions of editors and agents. */
const WHOLE_PROMPT_FILE = new RegExp(
  String.raw`(?:^|[\\/])(?:(?:SKILL|AGENTS?|CLAUDE|GEMINI|copilot-instructions)\.md|[^\\/]*\.(?:mdc|${EDITOR_RULES.join("|")}|(?:prompt|chatmode|agent|instructions)\.md))$`,
  "iu",
);

/** Returns the prompts in one of several files. Empty if it can't be parsed or isn't clearly about prompts. */
function promptsInFile(file: SourceFile, parsers: FileParsers): Record<string, unknown>[] {
  const { name, extension } = fileNameOf(file.path);
  const read = READERS[extension];
  if (!read) return [];
  try {
    const rows = read(file.text, name, { ...parsers, isWhole: WHOLE_PROMPT_FILE.test(file.path) });
    return isProjectDocument(file.path) && rows.length < 2 ? [] : rows;
  } catch {
    return [];
  }
}

/** Returns the prompts in a JSON or YAML value. A plain table's rows retain their columns. */
export function promptsInJson(value: unknown, fileName: string): Record<string, unknown>[] {
  const table = promptTableIn(value);
  return table ? withFieldNames(table) : toRows(promptsInValue(value, fileName));
}

/** True if a text is a plain JSON list of objects, whose columns can be mapped like a CSV's. */
export function isJsonTable(text: string): boolean {
  try {
    const value = parseJsonText(text);
    if (promptTableIn(value)) return true;
    // No prompt was recognised, but the user can map the columns.
    return (
      Array.isArray(value) &&
      value.every(isRecord) &&
      !readChat(value) &&
      promptsInValue(value, "").length === 0
    );
  } catch {
    return false;
  }
}

/** Returns the prompts in a JSON text. Empty if it is not JSON. */
export function promptsInText(text: string): Record<string, unknown>[] {
  try {
    return promptsInJson(parseJsonText(text), "");
  } catch {
    return [];
  }
}

const toRows = (rows: readonly PromptRow[]): Record<string, unknown>[] => rows.map((row) => ({ ...row }));

function readTable(text: string, _name: string, { parseCsv }: FileParsers): Record<string, unknown>[] {
  const reading = readRows("csv", text, parseCsv, { kind: PROMPT_IMPORT });
  return reading.ok ? withFieldNames(reading.rows) : [];
}

/** Renames a table's columns to the names of our fields, so that it can be merged with other tables. */
function withFieldNames(rows: readonly unknown[]): Record<string, unknown>[] {
  const mapping = guessMapping(PROMPT_IMPORT, rows);
  if (mapping.name === undefined || mapping.prompt === undefined) return [];
  const fields = Object.entries(mapping);
  return rows.flatMap((row) => {
    if (typeof row !== "object" || row === null || Array.isArray(row)) return [];
    const cells = new Map(Object.entries(row));
    return Object.fromEntries(fields.map(([field, column]) => [field, cells.get(column)]));
  });
}

const withTags = (row: Record<string, unknown>, tags: readonly string[]): Record<string, unknown> => {
  const ownTags = Array.isArray(row["tags"]) ? row["tags"].map(String) : [];
  return typeof row["tags"] === "string" ? row : { ...row, tags: cleanTags([...ownTags, ...tags]) };
};
