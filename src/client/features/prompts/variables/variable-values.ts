const KEY = "prompt-variable-values";
/** Number of recently used prompts whose values are stored. */
const MAX_PROMPTS = 100;

export type VariableValues = Record<string, string>;

interface Entry {
  promptId: string;
  values: VariableValues;
}

const isEntry = (entry: unknown): entry is Entry =>
  typeof entry === "object" &&
  entry !== null &&
  "promptId" in entry &&
  typeof entry.promptId === "string" &&
  "values" in entry &&
  typeof entry.values === "object" &&
  entry.values !== null &&
  Object.values(entry.values).every((value) => typeof value === "string");

/** Returns the user's last values for a prompt in this browser. */
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
    // Storage is blocked or full: the values exist until the dialog closes.
  }
}

function readAll(): Entry[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(stored) && stored.every((entry) => isEntry(entry)) ? stored : [];
  } catch {
    return [];
  }
}
