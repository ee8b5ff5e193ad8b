import { DISCUSSION_COLUMN } from "#shared/export.ts";
import { columnsOf } from "#shared/imports/column-values.ts";
import { isRecord, isText } from "#shared/imports/files/json-text.ts";
import { guessColumns } from "#shared/imports/request.ts";

import { isTemplate, readChat } from "./chat-messages.ts";
import {
  PROMPT_IMPORT,
  isLikeAPrompt,
  isName,
  nameFromText,
  type PromptRow,
  promptRow,
} from "./prompt-import.ts";
import {
  foldKey,
  isFieldKey,
  isPublication,
  isPromptKey,
  nameOfObject,
  promptOfObject,
} from "./prompt-object.ts";

/** Keys of prompt collections in other programs' files. */
const COLLECTION_KEYS = new Set(
  "prompts prompt templates prompttemplates agents assistants masks mask personas characters cards skills bots roles items data results list entries library collection custommodes modes commands customcommands slashcommands presets systemprompts matches".split(
    " ",
  ),
);
/** Keys whose lists are examples, records or a model's answers, never a collection of prompts. */
const OTHER_LIST_KEYS = new Set(
  "messages message examples example exampleprompt conversations conversation history turns fewshot fewshots shots dialog dialogs dialogue dialogues chat chats chatmessages context choices completions completion samples tests testcases cases training trainingdata input inputs output outputs tools functions parameters variables arguments inputvariables errors logs events headers request response".split(
    " ",
  ),
);

const COLLECTION_ENDING = /(?:prompts|characters|snippets?|templates)$/u;
const isCollectionKey = (key: string): boolean =>
  COLLECTION_KEYS.has(foldKey(key)) || COLLECTION_ENDING.test(foldKey(key));

/** Keys of lists of groups. */
const GROUP_KEYS = new Set("categories subcategories groups folders sections children".split(" "));

const MAX_DEPTH = 4;

/**
 * Returns the list in a value if it is a plain table of prompts: objects with clear names and texts, and nothing nested
 * except lists of tags and the discussions of our own exports. Its columns can be mapped like a CSV's.
 */
export function promptTableIn(value: unknown): unknown[] | undefined {
  const list = Array.isArray(value) ? value : findOnlyList(value);
  if (!list?.some(isRecord) || readChat(list) || !list.every(isFlat)) return undefined;
  const columns = columnsOf(list);
  const { name, prompt } = guessColumns(PROMPT_IMPORT.commonHeaders, columns);
  if (name === undefined || prompt === undefined) return undefined;
  const completeRows = list.filter((row) => isRecord(row) && isText(row[name]) && row[prompt] !== undefined);
  if (completeRows.length < list.length * MIN_SHARE) return undefined;
  return isPromptKey(prompt) || !isPublication(columns) ? list : undefined;
}

/** Returns the only list of objects in an object without other prompt data. */
function findOnlyList(value: unknown): unknown[] | undefined {
  if (!isRecord(value) || promptOfObject(value, { name: "" })) return undefined;
  const lists = Object.entries(value).filter(([, inner]) => Array.isArray(inner) && inner.some(isRecord));
  const [[key, list] = ["", undefined], another] = lists;
  return another || OTHER_LIST_KEYS.has(foldKey(key)) || !Array.isArray(list) ? undefined : list;
}

const isFlat = (row: unknown): boolean =>
  !isRecord(row) ||
  Object.entries(row).every(
    ([key, cell]) =>
      key === DISCUSSION_COLUMN ||
      (Array.isArray(cell) ? cell.every((item) => typeof item !== "object") : !isRecord(cell)),
  );

/**
 * Finds prompts in a JSON or YAML value: one prompt, a list, a map by name, or lists of pairs. Also searches inside an
 * object that contains one of these. Empty if none is clear.
 */
export function promptsInValue(value: unknown, fileName: string): PromptRow[] {
  if (Array.isArray(value)) return withoutDuplicates(promptsInList(value, true));
  if (!isRecord(value)) return [];
  const prompt = promptOfObject(value, { name: fileName });
  if (prompt) return [prompt];
  const rows = withoutDuplicates(promptsInside(value, 0));
  const [only, another] = rows;
  if (!only || another || only.name !== nameFromText(only.prompt)) return rows;
  // The prompt is inside settings, which contain its name.
  const name = [value, ...Object.values(value)].map(nameOfObject).find((found) => found !== undefined);
  return [{ ...only, name: name ?? only.name }];
}

/** Returns the prompts inside an object that isn't a prompt itself. */
function promptsInside(value: Record<string, unknown>, depth: number): PromptRow[] {
  const promptsByKey = promptsInMap(value);
  if (promptsByKey.length > 0 || depth > MAX_DEPTH) return promptsByKey;
  return Object.entries(value).flatMap(([key, inner]) => {
    const isCollection = isCollectionKey(key);
    if (OTHER_LIST_KEYS.has(foldKey(key))) return [];
    if (Array.isArray(inner)) {
      const rows = promptsInList(inner, isCollection);
      // The key is the language or subject of these pairs.
      const isSubject = isPairs(inner) && !isFieldKey(key) && !isCollection;
      return isSubject ? rows.map((row) => ({ ...row, tags: [...(row.tags ?? []), key] })) : rows;
    }
    if (isText(inner)) return isCollection ? promptsInList([inner], true) : [];
    if (!isRecord(inner)) return [];
    const prompt = promptOfObject(inner, { name: "", isStrict: !isCollection });
    return prompt ?? promptsInside(inner, depth + 1);
  });
}

/** @param isCollection true if its key identifies a list of prompts, so that less evidence is needed */
function promptsInList(list: readonly unknown[], isCollection: boolean, depth = 0): PromptRow[] {
  // A list of messages is one conversation, however long.
  const chat = readChat(list);
  if (chat) {
    const isPrompt = isCollection && chat.kind === "prompt";
    return isPrompt ? [promptRow(nameFromText(chat.text), chat.text)] : [];
  }
  if (isPairs(list)) return list.map(([name, text]) => promptRow(name, text));
  if (list.every(isSetting)) {
    const settings = Object.fromEntries(list.map(({ key, value }) => [key.split(".").at(-1), value]));
    const prompt = promptOfObject(settings, { name: "", isStrict: true });
    return prompt ? [prompt] : [];
  }
  const isPrompt = (text: string) => isLikeAPrompt(text) || isTemplate(text);
  const arePrompts =
    isCollection && list.filter(isText).every((text) => FILE_REFERENCE.test(text) || isPrompt(text));
  return list.flatMap((item) => {
    if (!isText(item)) {
      return promptOfObject(item, { name: "", isStrict: !isCollection }) ?? promptsOfGroup(item, depth);
    }
    return arePrompts && !FILE_REFERENCE.test(item) ? promptRow(nameFromText(item), item) : [];
  });
}

/** Promptfoo can refer to prompts in other files. */
const FILE_REFERENCE = /^file:\/\//iu;

/** Presets of LM Studio are lists of settings with keys such as `llm.prediction.systemPrompt`. */
const isSetting = (item: unknown): item is { key: string; value: unknown } =>
  isRecord(item) && typeof item["key"] === "string" && "value" in item && Object.keys(item).length === 2;

const GROUP_NAME_KEYS = ["name", "title", "category", "label", "folder"];

/** Returns the prompts of a group such as `{ name, prompts: […] }`, with its name as a tag. */
function promptsOfGroup(item: unknown, depth: number): PromptRow[] {
  if (!isRecord(item) || depth > MAX_DEPTH) return [];
  const name = GROUP_NAME_KEYS.map((key) => item[key]).find((text) => isText(text) && isName(text));
  const rows = Object.entries(item).flatMap(([key, inner]) =>
    Array.isArray(inner) && (isCollectionKey(key) || GROUP_KEYS.has(foldKey(key)))
      ? promptsInList(inner, isCollectionKey(key), depth + 1)
      : [],
  );
  return isText(name) ? rows.map((row) => ({ ...row, tags: [...(row.tags ?? []), name] })) : rows;
}

const isPairs = (list: readonly unknown[]): list is [string, string][] =>
  list.length > 0 && list.every(isPair);

function isPair(value: unknown): boolean {
  if (!Array.isArray(value) || value.length !== 2) return false;
  const [name, text] = value as unknown[];
  return isText(name) && isName(name) && isText(text) && isLikeAPrompt(text);
}

/** Handles `{"Code reviewer": "You are…"}`, with texts or objects. */
function promptsInMap(map: Record<string, unknown>): PromptRow[] {
  const entries = Object.entries(map);
  if (entries.some(([key]) => isFieldKey(key) || OTHER_LIST_KEYS.has(foldKey(key)) || !isName(key)))
    return [];
  const rows = entries.flatMap(([key, value]) => {
    if (isText(value)) return isLikeAPrompt(value) ? promptRow(key, value) : [];
    return promptOfObject(value, { name: key, isGiven: true }) ?? [];
  });
  return rows.length >= entries.length * MIN_SHARE ? rows : [];
}

const MIN_SHARE = 0.8;

/** Removes duplicate rows. */
function withoutDuplicates(rows: readonly PromptRow[]): PromptRow[] {
  return [...new Map(rows.map((row) => [`${row.name}\n${row.prompt}`, row])).values()];
}
