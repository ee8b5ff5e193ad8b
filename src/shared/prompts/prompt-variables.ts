/** Variable of a prompt, filled in before use. */
export interface PromptVariable {
  name: string;
  /** Value if nothing is filled in: the first default in the text. */
  defaultValue: string | null;
}

// Matches `{{name}}` and `{{name:default}}`. A name begins with a letter, a digit or "_". So other template languages'
// expressions (`{{#each}}`, `{{ $json["x"] }}`) and doubled braces around JSON are unchanged. Neither part contains a
// brace, so of nested ones the innermost is the variable. A preceding dollar or backslash makes it code, as in
// GitHub's workflows (`${{ github.sha }}`) and escaped templates.
const VARIABLE = /(?<![$\\])\{\{[^\S\r\n]*([\p{L}\p{N}_][^{}:\r\n]{0,99})(?::([^{}]*))?\}\}/gu;
// Open WebUI's inputs and Jinja's filters: `{{name | type:property="value"}}`.
const TYPED = /(?<![$\\])\{\{[^\S\r\n]*([\p{L}\p{N}_][^{}:|\r\n]{0,99})\|([^{}]{0,2000})\}\}/uy;
const TYPED_DEFAULT = /(?:^|[\s:|])default\s*[=:(]\s*(?:"([^"]*)"|'([^']*)'|([^\s:|)]+))/iu;

/** Names that are code: calls, comparisons, assignments, and statements of template languages. */
const CODE =
  /^[\p{L}\p{N}_.]+\(|[=!<>]=|&&|\|\||=>|[=;[\]`]|\?\s*["']|^(?:else|endif|endfor|endeach)\s*$|^(?:if|else if|elif|unless|range|with|define|include|each|for)\s+[^ ]*[.$("]|^for\s+\w+\s+in\s/u;
/** Values of an object in code, as in `style={{color: "red", margin: 0}}`. */
const CODE_VALUE = /^\s+|^["'`\d[(-]|^(?:true|false|null)\b|,/u;

interface Occurrence {
  index: number;
  written: string;
  name: string;
  defaultValue: string | null;
}

const toName = (written: string) => written.trim().replaceAll(/\s+/gu, " ");
const toDefault = (written: string | undefined) => written?.trim() || null;

/** Yields the occurrences of variables in a text, in order. */
function* occurrencesIn(text: string): Generator<Occurrence> {
  const isTyped = text.includes("|");
  for (const { index, 0: written, 1: name = "", 2: value } of text.matchAll(VARIABLE)) {
    TYPED.lastIndex = index;
    const typed = isTyped ? TYPED.exec(text) : null;
    const options = typed?.[2];
    if (typed && options !== undefined && typed[0] === written) {
      const given = TYPED_DEFAULT.exec(options);
      const defaultValue = toDefault(given?.[1] ?? given?.[2] ?? given?.[3]);
      yield { index, written, name: toName(typed[1] ?? ""), defaultValue };
      continue;
    }
    const isObject = text[index - 1] === "=" && value !== undefined && CODE_VALUE.test(value);
    if (!isObject && !CODE.test(name)) {
      yield { index, written, name: toName(name), defaultValue: toDefault(value) };
    }
  }
}

/** Returns the variables of a text once each, in order of first appearance. */
export function parseVariables(text: string): PromptVariable[] {
  const defaults = new Map<string, string | null>();
  for (const { name, defaultValue } of occurrencesIn(text)) {
    defaults.set(name, defaults.get(name) ?? defaultValue);
  }
  return [...defaults].map(([name, defaultValue]) => ({ name, defaultValue }));
}

/** Part of a text: between variables, or a variable with its value. */
export interface FilledPart {
  text: string;
  /** Original text of this part. */
  written: string;
  /** Variable in this part. Null for text in between. */
  variable: string | null;
  /** False for a variable without a value or default, which is unchanged. */
  isFilled: boolean;
}

/**
 * Returns the parts of a text with its variables filled in by value or default. Does not search the values for
 * variables.
 */
export function filledParts(text: string, values: Readonly<Record<string, string>>): FilledPart[] {
  const defaults = new Map(parseVariables(text).map(({ name, defaultValue }) => [name, defaultValue]));
  const parts: FilledPart[] = [];
  let end = 0;
  const addTextTo = (start: number) => {
    const written = text.slice(end, start);
    if (written !== "") parts.push({ text: written, written, variable: null, isFilled: true });
  };
  for (const { index, written, name: variable } of occurrencesIn(text)) {
    addTextTo(index);
    end = index + written.length;
    const value = (Object.hasOwn(values, variable) && values[variable]) || defaults.get(variable);
    parts.push({ text: value || written, written, variable, isFilled: Boolean(value) });
  }
  addTextTo(text.length);
  return parts;
}

/** Fills in the variables of a text. Leaves one without a value or default, so that nobody overlooks it. */
export const fillVariables = (text: string, values: Readonly<Record<string, string>>): string =>
  filledParts(text, values)
    .map((part) => part.text)
    .join("");
