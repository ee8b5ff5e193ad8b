import { z } from "zod";

const KEY = "prompt-variable-values";
/** Of this many prompts the values are kept, those that were used last. */
const MAX_PROMPTS = 100;

export type VariableValues = Record<string, string>;

const storedValues = z.array(z.object({ promptId: z.string(), values: z.record(z.string(), z.string()) }));

/** What this person last filled in for a prompt in this browser. */
export function readVariableValues(promptId: string): VariableValues {
  return readAll().find((entry) => entry.promptId === promptId)?.values ?? {};
}

export function storeVariableValues(promptId: string, values: VariableValues): void {
  const others = readAll().filter((entry) => entry.promptId !== promptId);
  const isEmpty = Object.values(values).every((value) => value === "");
  const entries = isEmpty ? others : [{ promptId, values }, ...others];
  try {
    localStorage.setItem(KEY, JSON.stringify(entries.slice(0, MAX_PROMPTS)));
  } catch {
    // Storage is forbidden or full: the values live as long as the dialog.
  }
}

function readAll(): z.infer<typeof storedValues> {
  try {
    return storedValues.parse(JSON.parse(localStorage.getItem(KEY) ?? "[]"));
  } catch {
    return [];
  }
}
