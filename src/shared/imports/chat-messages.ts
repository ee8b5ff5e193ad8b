import { isRecord } from "#shared/json-values.ts";

/** What a list of chat messages is to a library of prompts. */
export type ChatReading =
  | { kind: "prompt"; text: string }
  /** Somebody talked with a model: an example or a record, and no prompt. */
  | { kind: "conversation" }
  | null;

const SYSTEM = new Set(["system", "developer"]);
const PEOPLE = new Set(["user", "human"]);
const MODELS = new Set(["assistant", "ai", "model", "gpt", "bot", "chatgpt", "function", "tool"]);

interface Message {
  role: string;
  text: string;
}

const stringOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** The text of a message, which may be given in parts. */
function contentOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) {
    return value
      .map((part: unknown) => (isRecord(part) ? (stringOf(part["text"]) ?? "") : (stringOf(part) ?? "")))
      .filter((text) => text !== "")
      .join("\n");
  }
  return isRecord(value) ? (stringOf(value["text"]) ?? stringOf(value["content"]) ?? "") : "";
}

/** `{ role, content }` as providers write it, `{ from, value }` as data sets do, `[role, text]` as templates do. */
function messageOf(value: unknown): Message | undefined {
  if (Array.isArray(value)) {
    const [role, text] = value as unknown[];
    return typeof role === "string" && typeof text === "string" && value.length === 2
      ? known({ role, text })
      : undefined;
  }
  if (!isRecord(value)) return undefined;
  const role = stringOf(value["role"]) ?? stringOf(value["from"]);
  const text = value["content"] ?? value["value"] ?? value["text"] ?? value["parts"] ?? value["template"];
  return role === undefined || text === undefined ? undefined : known({ role, text: contentOf(text) });
}

function known({ role, text }: Message): Message | undefined {
  const name = role.toLowerCase();
  return SYSTEM.has(name) || PEOPLE.has(name) || MODELS.has(name) ? { role: name, text } : undefined;
}

const joined = (messages: readonly Message[]) =>
  messages
    .map(({ text }) => text)
    .filter((text) => text.trim() !== "")
    .join("\n\n");

/** Placeholders as templates write them: {{input}}, {input}, ${input}, <% input %>. */
const PLACEHOLDER = /\{\{[^{}]+\}\}|\$?\{[\p{L}_][\p{L}\p{N}_.-]*\}|<%/u;

/**
 * Reads a list of chat messages. The prompt is what the system and a person say, if a model answers nothing; with answers,
 * it is what the system says, and also the examples if the last message is a template.
 */
export function readChat(value: unknown): ChatReading {
  if (!Array.isArray(value) || value.length === 0) return null;
  const messages = value.map(messageOf).filter((message) => message !== undefined);
  if (messages.length < value.length) return null;
  const isModel = ({ role }: Message) => MODELS.has(role);
  const last = messages.findLast(({ text }) => text.trim() !== "");
  const isTemplate = last !== undefined && PEOPLE.has(last.role) && PLACEHOLDER.test(last.text);
  if (!messages.some(isModel)) {
    const text = joined(messages);
    return text === "" ? null : { kind: "prompt", text };
  }
  const system = joined(messages.filter(({ role }) => SYSTEM.has(role)));
  if (isTemplate) return { kind: "prompt", text: joined(messages.map(withSpeaker)) };
  return system === "" ? { kind: "conversation" } : { kind: "prompt", text: system };
}

/** A message of an example, with who says it. */
const withSpeaker = ({ role, text }: Message): Message => {
  const speaker = SYSTEM.has(role) ? "" : MODELS.has(role) ? "Assistant: " : "User: ";
  return { role, text: text.trim() === "" ? "" : `${speaker}${text}` };
};
