import { isRecord } from "#shared/imports/files/json-text.ts";

import { isTemplate, readChat } from "./chat-messages.ts";
import { isLikeAPrompt, isName, nameFromText, type PromptRow, promptRow } from "./prompt-import.ts";

/** Object of JSON or YAML, with keys without case and punctuation. */
type Fields = ReadonlyMap<string, unknown>;

/** Keys that only prompts have, likeliest first. */
const PROMPT_KEYS =
  "prompt systemprompt systemrole systemmessage system prompttext prompttemplate promptcontent instructions instruction template roledefinition promptprefix preprompt openaiprompt initialprompt custominstructions productionprompt".split(
    " ",
  );
/** Keys of a prompt only if the object also has a name, since articles and messages have them too. */
const TEXT_KEYS = "content text body snippet replace raw".split(" ");
/** Keys of the text that follows a system message. */
const USER_MESSAGE_KEYS = "user userprompt usermessage human humanprompt custominstructions".split(" ");
const NAME_KEYS =
  "name title act promptname prompttitle displayname label role command slug identifier trigger".split(" ");
const PURPOSE_KEYS = "purpose description summary about desc usecase remark".split(" ");
const AUTHOR_KEYS = "promptauthor author creator contributor createdby authorname by".split(" ");
const TAG_KEYS = "tags tag keywords keyword labels topics".split(" ");
const CATEGORY_KEYS = "industry category categories group groups".split(" ");
const MODEL_KEYS = "model engine modelname".split(" ");
const NOTE_KEYS = "notes note comment comments".split(" ");
/** Keys of answers in training examples. Prompts never have them. */
const ANSWER_KEYS =
  "output response completion answer choices chosen rejected expected expectedoutput ideal done".split(" ");

/** Normalizes a key: `system_prompt`, `systemPrompt` and `System Prompt` are equal. */
export const foldKey = (key: string): string => key.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");

const foldKeys = (value: Record<string, unknown>): Fields =>
  new Map(Object.entries(value).map(([key, item]) => [foldKey(key), item]));

/** Keys of objects that contain some of a prompt's fields: in LobeHub, Open WebUI, LangChain. */
const PART_KEYS = ["meta", "config", "params", "kwargs"];

/** Returns the fields of an object and of its parts. Short texts in parts are settings, such as `system: linux`. */
function fieldsOf(value: Record<string, unknown>): Fields {
  const ownFields = foldKeys(value);
  const isSetting = ([key, item]: readonly [string, unknown]) =>
    PROMPT_KEYS.includes(key) && typeof item === "string" && !isLikeAPrompt(item);
  const inner = PART_KEYS.flatMap((key) => {
    const part = ownFields.get(key);
    return isRecord(part) ? [...foldKeys(part)].filter((field) => !isSetting(field)) : [];
  });
  return new Map([...inner, ...ownFields]);
}

/** Keys of an object that describes a single item. Maps by name don't have them. */
const FIELD_KEYS: ReadonlySet<string> = new Set([
  ...[PROMPT_KEYS, TEXT_KEYS, NAME_KEYS, PURPOSE_KEYS, AUTHOR_KEYS, TAG_KEYS, CATEGORY_KEYS].flat(),
  ...[MODEL_KEYS, NOTE_KEYS, ANSWER_KEYS].flat(),
  ..."id uuid url type object error message messages detail code status version license homepage input".split(
    " ",
  ),
  ..."config context chat meta metadata params info data".split(" "),
]);
export const isFieldKey = (key: string): boolean => FIELD_KEYS.has(foldKey(key));

/** Keys of comments, articles, releases and books, which also have a name and a text. */
const PUBLICATION_KEYS = new Set(
  "link permalink htmlurl tagname publishedat pubdate published guid parentid score subreddit isbn isbn13 comments commentcount likes votes upvotes doi publisher rawurl sourceurl canonicalurl".split(
    " ",
  ),
);
export const isPublication = (keys: readonly string[]): boolean =>
  keys.some((key) => PUBLICATION_KEYS.has(foldKey(key)));

const UNAMBIGUOUS_KEYS: ReadonlySet<string> = new Set([...PROMPT_KEYS, "act"]);
/** True if only prompts have this key. */
export const isPromptKey = (key: string): boolean => UNAMBIGUOUS_KEYS.has(foldKey(key));

interface NameSource {
  /** File name or the object's key. Empty in a list. */
  name: string;
  /** True if the name certainly belongs to the prompt. Map keys do, but file names may be anything. */
  isGiven?: boolean;
  /** True if the context is not known to be about prompts. Then only unambiguous keys count. */
  isStrict?: boolean;
}

/** Parses an object that describes one prompt. Undefined for other objects. */
export function promptOfObject(value: unknown, source: NameSource): PromptRow | undefined {
  // A chat message has a text and a role. The role is not its name.
  if (!isRecord(value) || readChat([value])) return undefined;
  const fields = fieldsOf(value);
  const ownName = nameIn(fields);
  const isNamed = ownName !== undefined || source.isGiven === true;
  if (!isNamed && ANSWER_KEYS.some((key) => fields.has(key))) return undefined;
  const rawPrompt =
    instructionsIn(fields, isNamed || source.name !== "") ?? promptIn(fields, isNamed, !source.isStrict);
  if (rawPrompt === undefined) return undefined;
  const prompt = withDoubleBraces(rawPrompt, fields);
  return promptRow(ownName ?? (source.name || nameFromText(prompt)), prompt, {
    purpose: firstText(fields, PURPOSE_KEYS),
    author: firstText(fields, AUTHOR_KEYS) ?? authorName(fields),
    tags: firstList(fields, TAG_KEYS),
    categories: firstList(fields, CATEGORY_KEYS),
    model: firstText(fields, MODEL_KEYS, isName),
    notes: firstText(fields, NOTE_KEYS),
  });
}

/** Returns the name of an object without the sign that starts a command: "/review", ":review". */
const nameIn = (fields: Fields): string | undefined =>
  (firstText(fields, NAME_KEYS, isName) ?? firstList(fields, ["triggers"])[0])?.replace(/^[/:](?=\S)/u, "");

/** Returns the name of an object. Undefined if it has none. */
export const nameOfObject = (value: unknown): string | undefined =>
  isRecord(value) ? nameIn(foldKeys(value)) : undefined;

/**
 * Returns the instructions in a list of messages. Undefined for an object without a name, which is a training example.
 */
function instructionsIn(fields: Fields, isNamed: boolean): string | undefined {
  if (!isNamed) return undefined;
  const lists = ["messages", ...PROMPT_KEYS].map((key) => {
    const value = fields.get(key);
    return isRecord(value) ? foldKeys(value).get("messages") : value;
  });
  const chat = lists.map((list) => readChat(list)).find((read) => read !== null);
  return chat?.kind === "prompt" ? chat.text : undefined;
}

/** Converts the variables that a file of LangChain or PromptLayer declares, as Python's `{name}`, to `{{name}}`. */
function withDoubleBraces(prompt: string, fields: Fields): string {
  const inner = PROMPT_KEYS.map((key) => fields.get(key)).find(isRecord);
  const template = fields.has("inputvariables") ? fields : foldKeys(inner ?? {});
  const names = template.get("inputvariables");
  const format = template.get("templateformat") ?? "f-string";
  if (!Array.isArray(names) || format !== "f-string") return prompt;
  return prompt.replaceAll(/\{\{|\}\}|\{(\w{1,100})\}/gu, (found, name?: string) => {
    if (name === undefined) return found.slice(1);
    return names.includes(name) ? `{{${name}}}` : found;
  });
}

function promptIn(fields: Fields, isNamed: boolean, isAboutPrompts: boolean): string | undefined {
  const promptKey = PROMPT_KEYS.find((key) => hasText(proseIn(fields.get(key)))) ?? "";
  const prompt = proseIn(fields.get(promptKey));
  if (prompt !== undefined && (isNamed || isLikeAPrompt(prompt)))
    return withUserMessage(promptKey, prompt, fields);
  if (!isNamed || !isAboutPrompts || isPublication([...fields.keys()])) return undefined;
  return TEXT_KEYS.map((key) => proseIn(fields.get(key))).find(
    (text) => hasText(text) && isLikeAPrompt(text),
  );
}

/** Adds the user's message to a system's, and the rules of a mode to its role. */
function withUserMessage(key: string, prompt: string, fields: Fields): string {
  if (!/^(?:system|roledefinition)/u.test(key)) return prompt;
  const rest = USER_MESSAGE_KEYS.map((one) => fields.get(one)).find(
    (text) => typeof text === "string" && (isTemplate(text) || isLikeAPrompt(text)),
  );
  return typeof rest === "string" ? `${prompt.trimEnd()}\n\n${rest.trim()}` : prompt;
}

const hasText = (text: string | undefined): text is string => text !== undefined;

/** Returns a text unchanged, lines from a list, or the text in an object such as `{ system: "…" }`. */
function proseIn(value: unknown): string | undefined {
  if (typeof value === "string") return value.trim() === "" ? undefined : value;
  if (Array.isArray(value)) {
    const isLines = value.length > 0 && value.every((item) => typeof item === "string");
    return isLines ? proseIn(value.join("\n")) : undefined;
  }
  if (!isRecord(value)) return undefined;
  const inner = foldKeys(value);
  const texts = [...PROMPT_KEYS, ...TEXT_KEYS].map((key) => inner.get(key));
  return texts.find((text): text is string => typeof text === "string" && text.trim() !== "");
}

function firstText(
  fields: Fields,
  keys: readonly string[],
  fits: (text: string) => boolean = () => true,
): string | undefined {
  for (const key of keys) {
    const value = fields.get(key);
    if (typeof value === "string" && value.trim() !== "" && fits(value)) return value.trim();
  }
  return undefined;
}

const authorName = (fields: Fields): string | undefined => {
  const author = fields.get("author") ?? fields.get("user");
  return isRecord(author) ? firstText(foldKeys(author), ["name", "username"]) : undefined;
};

/** Returns a list of texts, of named objects, or of comma-separated values. */
function firstList(fields: Fields, keys: readonly string[]): string[] {
  for (const key of keys) {
    const value = fields.get(key);
    const items = typeof value === "string" ? value.split(/[,;|]/u) : Array.isArray(value) ? value : [];
    const texts = items.flatMap((item: unknown) => {
      if (typeof item === "string" || typeof item === "number") return String(item).trim();
      return isRecord(item) ? (firstText(foldKeys(item), ["name", "label", "title"]) ?? []) : [];
    });
    const tags = texts.filter((text) => text !== "");
    if (tags.length > 0) return tags;
  }
  return [];
}
