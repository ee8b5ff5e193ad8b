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

/** Reads a list of chat messages: what the system is told is the prompt, else what a person says to no answer. */
export function readChat(value: unknown): ChatReading {
  if (!Array.isArray(value) || value.length === 0) return null;
  const messages = value.map(messageOf).filter((message) => message !== undefined);
  if (messages.length < value.length) return null;
  const system = joined(messages.filter(({ role }) => SYSTEM.has(role)));
  if (system !== "") return { kind: "prompt", text: system };
  if (messages.some(({ role }) => MODELS.has(role))) return { kind: "conversation" };
  const text = joined(messages);
  return text === "" ? null : { kind: "prompt", text };
}
