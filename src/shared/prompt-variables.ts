/** A place in a prompt that is filled in before use. */
export interface PromptVariable {
  name: string;
  /** What stands there if nothing is filled in; the first default that the text gives. */
  defaultValue: string | null;
}

// `{{name}}` or `{{name:default}}`. A name begins with a letter, a digit or "_", so that the expressions of other
// template languages (`{{#each}}`, `{{ $json["x"] }}`) and doubled braces around JSON stay as they are. Neither part
// holds a brace: of nested ones the innermost is the variable.
const VARIABLE = /\{\{[^\S\r\n]*([\p{L}\p{N}_][^{}:\r\n]{0,99})(?::([^{}]*))?\}\}/gu;

const toName = (written: string) => written.trim().replaceAll(/\s+/gu, " ");
const toDefault = (written: string | undefined) => written?.trim() || null;

/** The variables of a text in the order in which they first appear, each once. */
export function parseVariables(text: string): PromptVariable[] {
  const defaults = new Map<string, string | null>();
  for (const [, written = "", value] of text.matchAll(VARIABLE)) {
    const name = toName(written);
    defaults.set(name, defaults.get(name) ?? toDefault(value));
  }
  return [...defaults].map(([name, defaultValue]) => ({ name, defaultValue }));
}

/** A stretch of a text: one between variables, or a variable with what stands in its place. */
export interface FilledPart {
  text: string;
  /** What the prompt has here. */
  written: string;
  /** The variable that stood here; null for text in between. */
  variable: string | null;
  /** False for a variable that has neither a value nor a default and stays as it is. */
  isFilled: boolean;
}

/**
 * The parts of a text with its variables filled in: by the value, else by the default. What is filled in is not looked
 * through for variables again.
 */
export function filledParts(text: string, values: Readonly<Record<string, string>>): FilledPart[] {
  const defaults = new Map(parseVariables(text).map(({ name, defaultValue }) => [name, defaultValue]));
  const parts: FilledPart[] = [];
  let end = 0;
  const addTextTo = (start: number) => {
    const written = text.slice(end, start);
    if (written !== "") parts.push({ text: written, written, variable: null, isFilled: true });
  };
  for (const { 0: written, 1: name = "", index } of text.matchAll(VARIABLE)) {
    addTextTo(index);
    end = index + written.length;
    const variable = toName(name);
    const value = (Object.hasOwn(values, variable) && values[variable]) || defaults.get(variable);
    parts.push({ text: value || written, written, variable, isFilled: Boolean(value) });
  }
  addTextTo(text.length);
  return parts;
}

/** The text with its variables filled in. One without a value and a default stays, so that nobody overlooks it. */
export const fillVariables = (text: string, values: Readonly<Record<string, string>>): string =>
  filledParts(text, values)
    .map((part) => part.text)
    .join("");
