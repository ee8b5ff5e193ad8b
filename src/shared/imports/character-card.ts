import { isRecord } from "#shared/json-values.ts";

import { type PromptRow, promptRow } from "./prompt-row.ts";

type Card = Readonly<Record<string, unknown>>;

const SPEC = /^chara_card_v\d+$/u;
// What the first version of these cards, which has no marker, always holds.
const MARKS = ["first_mes", "mes_example", "personality", "scenario", "char_greeting", "example_dialogue"];

/** The fields of a character card of any version; undefined where the value is none. */
function cardIn(value: unknown): Card | undefined {
  if (!isRecord(value)) return undefined;
  const { spec, data } = value;
  if (typeof spec === "string" && SPEC.test(spec) && isRecord(data)) return data;
  return MARKS.filter((mark) => typeof value[mark] === "string").length >= 2 ? value : undefined;
}

/** Reads a character card (V1, V2, V3) into a prompt that makes a model play the character. */
export function characterCardPrompt(value: unknown, fallbackName: string): PromptRow | undefined {
  const card = cardIn(value);
  if (!card) return undefined;
  const name = textIn(card, "name", "char_name") || fallbackName;
  const parts = [
    // A card's own instructions may quote those of the program that it was made for.
    textIn(card, "system_prompt").replaceAll("{{original}}", "").trim() ||
      `You are ${name}. Stay in character.`,
    textIn(card, "description", "char_persona"),
    titled("Personality", textIn(card, "personality")),
    titled("Scenario", textIn(card, "scenario", "world_scenario")),
    titled("Example dialogue", textIn(card, "mes_example", "example_dialogue")),
    titled("Begin with", textIn(card, "first_mes", "char_greeting")),
    textIn(card, "post_history_instructions").replaceAll("{{original}}", "").trim(),
  ].filter((part) => part !== "");
  if (parts.length === 1 && textIn(card, "system_prompt") === "") return undefined;
  // {{char}} is the character; {{user}} stays a variable to fill.
  const prompt = parts.join("\n\n").replaceAll(/\{\{char\}\}|<BOT>/giu, () => name);
  const tags = Array.isArray(card["tags"]) ? card["tags"].filter((tag) => typeof tag === "string") : [];
  return promptRow(name, prompt, {
    author: textIn(card, "creator"),
    tags,
    notes: textIn(card, "creator_notes", "creatorcomment"),
  });
}

/** The first of these fields that says something. */
function textIn(card: Card, ...fields: string[]): string {
  const found = fields
    .map((field) => card[field])
    .find((text) => typeof text === "string" && text.trim() !== "");
  return typeof found === "string" ? found.trim() : "";
}

const titled = (title: string, text: string) => (text === "" ? "" : `${title}:\n${text}`);
