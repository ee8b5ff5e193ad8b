import { isRecord } from "#shared/imports/files/json-text.ts";

/** Meaning of a list of chat messages for a prompt library. */
type ChatResult =
  | { kind: "prompt"; text: string }
  /** Conversation with a model. It is an example or a record, not a prompt. */
  | { kind: "conversation" }
  | null;

const SYSTEM_ROLES = new Set(["system", "developer"]);
const MODEL_ROLES = new Set(["assistant", "model", "tool"]);
const ROLES = new Set([...SYSTEM_ROLES, ...MODEL_ROLES, "user"]);

interface Message {
  role: string;
  text: string;
}

/** Classes of messages in LangChain's files, by role. */
const LANGCHAIN_CLASSES: readonly (readonly [RegExp, string])[] = [
  [/^SystemMessage/u, "system"],
  [/^(?:Human|Chat)Message|^MessagesPlaceholder/u, "user"],
  [/^AIMessage/u, "assistant"],
];

/** Reads a message of LangChain. The last part of its `id` names the class; the text is in `kwargs`. */
function parseLangChainMessage(value: unknown): Message | undefined {
  if (!isRecord(value) || !Array.isArray(value["id"]) || !isRecord(value["kwargs"])) return undefined;
  const name = String(value["id"].at(-1));
  const role = LANGCHAIN_CLASSES.find(([pattern]) => pattern.test(name))?.[1];
  const { prompt, content } = value["kwargs"];
  const inner = isRecord(prompt) && isRecord(prompt["kwargs"]) ? prompt["kwargs"] : prompt;
  const text = textOf(isRecord(inner) ? inner["template"] : content) ?? "";
  return role === undefined ? undefined : { role, text };
}

/** Reads a message such as `{ role, content }`, as in prompt files in YAML and JSON. */
function parseMessage(value: unknown): Message | undefined {
  const serialized = parseLangChainMessage(value);
  if (serialized) return serialized;
  const text = isRecord(value) ? textOf(value["content"]) : undefined;
  if (!isRecord(value) || typeof value["role"] !== "string" || text === undefined) return undefined;
  const role = value["role"].toLowerCase();
  return ROLES.has(role) ? { role, text } : undefined;
}

/** Returns the text of a message, which may have several parts: `[{ type: "text", text: "…" }]`. */
function textOf(content: unknown): string | undefined {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return undefined;
  const texts = content.map((part: unknown) => (isRecord(part) ? part["text"] : undefined));
  return texts.every((text) => typeof text === "string") ? texts.join("\n") : undefined;
}

const joinTexts = (messages: readonly Message[]) =>
  messages
    .map(({ text }) => text)
    .filter((text) => text.trim() !== "")
    .join("\n\n");

/** True if a text has a placeholder in double braces, which is rare outside templates. */
export const isTemplate = (text: string): boolean => DOUBLE_BRACES.test(text);
const DOUBLE_BRACES = /\{\{[^{}]+\}\}/u;
/** Placeholders in templates: {{input}}, {input}, ${input}, <% input %>. */
const PLACEHOLDER = /\{\{[^{}]+\}\}|\$?\{[\p{L}_][\p{L}\p{N}_.-]*\}|<%/u;

/**
 * Converts chat messages to a prompt: the system's and user's messages if a model gives no answer. With answers, the
 * system's message, and the examples if the messages are a template.
 */
export function readChat(value: unknown): ChatResult {
  if (!Array.isArray(value) || value.length === 0) return null;
  const messages = value.map(parseMessage).filter((message) => message !== undefined);
  if (messages.length < value.length) return null;
  const isModel = ({ role }: Message) => MODEL_ROLES.has(role);
  const last = messages.findLast(({ text }) => text.trim() !== "");
  const isTemplateChat =
    (last?.role === "user" && PLACEHOLDER.test(last.text)) || messages.some(({ text }) => isTemplate(text));
  if (!messages.some(isModel)) {
    const text = joinTexts(messages);
    return text === "" ? null : { kind: "prompt", text };
  }
  const system = joinTexts(messages.filter(({ role }) => SYSTEM_ROLES.has(role)));
  if (isTemplateChat) return { kind: "prompt", text: joinTexts(messages.map(withSpeaker)) };
  return system === "" ? { kind: "conversation" } : { kind: "prompt", text: system };
}

/** Adds the speaker to an example's message. */
const withSpeaker = ({ role, text }: Message): Message => {
  const speaker = SYSTEM_ROLES.has(role) ? "" : MODEL_ROLES.has(role) ? "Assistant: " : "User: ";
  return { role, text: text.trim() === "" ? "" : `${speaker}${text}` };
};
