import { isRecord } from "#shared/imports/files/json-text.ts";

/** Meaning of a list of chat messages for a prompt library. */
type ChatReading =
  | { kind: "prompt"; text: string }
  /** Conversation with a model. It is an example or a record, not a prompt. */
  | { kind: "conversation" }
  | null;

const SYSTEM = new Set(["system", "developer"]);
const MODELS = new Set(["assistant", "model", "tool"]);
const ROLES = new Set([...SYSTEM, ...MODELS, "user"]);

interface Message {
  role: string;
  text: string;
}

/** Classes of messages in LangChain's files, by role. */
const CLASSES: readonly (readonly [RegExp, string])[] = [
  [/^SystemMessage/u, "system"],
  [/^(?:Human|Chat)Message|^MessagesPlaceholder/u, "user"],
  [/^AIMessage/u, "assistant"],
];

/** Reads a message of LangChain: `{ id: […, "HumanMessagePromptTemplate"], kwargs: { prompt: { kwargs: { template } } } }`. */
function serializedMessage(value: unknown): Message | undefined {
  if (!isRecord(value) || !Array.isArray(value["id"]) || !isRecord(value["kwargs"])) return undefined;
  const name = String(value["id"].at(-1));
  const role = CLASSES.find(([pattern]) => pattern.test(name))?.[1];
  const { prompt, content } = value["kwargs"];
  const inner = isRecord(prompt) && isRecord(prompt["kwargs"]) ? prompt["kwargs"] : prompt;
  const text = textOf(isRecord(inner) ? inner["template"] : content) ?? "";
  return role === undefined ? undefined : { role, text };
}

/** A message as `{ role, content }`, as prompt files in YAML and JSON write it. */
function messageOf(value: unknown): Message | undefined {
  const serialized = serializedMessage(value);
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

const joined = (messages: readonly Message[]) =>
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
export function readChat(value: unknown): ChatReading {
  if (!Array.isArray(value) || value.length === 0) return null;
  const messages = value.map(messageOf).filter((message) => message !== undefined);
  if (messages.length < value.length) return null;
  const isModel = ({ role }: Message) => MODELS.has(role);
  const last = messages.findLast(({ text }) => text.trim() !== "");
  const isTemplateChat =
    (last?.role === "user" && PLACEHOLDER.test(last.text)) || messages.some(({ text }) => isTemplate(text));
  if (!messages.some(isModel)) {
    const text = joined(messages);
    return text === "" ? null : { kind: "prompt", text };
  }
  const system = joined(messages.filter(({ role }) => SYSTEM.has(role)));
  if (isTemplateChat) return { kind: "prompt", text: joined(messages.map(withSpeaker)) };
  return system === "" ? { kind: "conversation" } : { kind: "prompt", text: system };
}

/** Adds the speaker to an example's message. */
const withSpeaker = ({ role, text }: Message): Message => {
  const speaker = SYSTEM.has(role) ? "" : MODELS.has(role) ? "Assistant: " : "User: ";
  return { role, text: text.trim() === "" ? "" : `${speaker}${text}` };
};
