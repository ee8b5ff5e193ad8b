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

const nameOf = (written: string) => written.trim().replaceAll(/\s+/gu, " ");
const defaultOf = (written: string | undefined) => written?.trim() || null;

/** The variables of a text in the order in which they first appear, each once. */
export function variablesOf(text: string): PromptVariable[] {
  const defaults = new Map<string, string | null>();
  for (const [, written = "", value] of text.matchAll(VARIABLE)) {
    const name = nameOf(written);
    defaults.set(name, defaults.get(name) ?? defaultOf(value));
  }
  return [...defaults].map(([name, defaultValue]) => ({ name, defaultValue }));
}

/**
 * The text with its variables filled in: by the value, else by the default. One that has neither stays as it is, so
 * that nobody overlooks it. What is filled in is not looked through for variables again.
 */
export function fillVariables(text: string, values: Readonly<Record<string, string>>): string {
  const defaults = new Map(variablesOf(text).map(({ name, defaultValue }) => [name, defaultValue]));
  return text.replaceAll(VARIABLE, (whole, written: string) => {
    const name = nameOf(written);
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return value || (defaults.get(name) ?? whole);
  });
}
