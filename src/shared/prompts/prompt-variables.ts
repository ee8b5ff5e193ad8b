/** Variable of a prompt, filled in before use. */
export interface PromptVariable {
  name: string;
  /** Value if the user fills in nothing: the first default in the text. */
  defaultValue: string | null;
}

// Matches `{{name}}` and `{{name:default}}`. A name begins with a letter, a digit or "_". So other template languages'
// expressions (`{{#each}}`, `{{ $json["x"] }}`) and doubled braces around JSON are unchanged. Neither part contains a
// brace, so the innermost of nested pairs is the variable. A preceding dollar or backslash makes it code, as in
// GitHub's workflows (`${{ github.sha }}`) and escaped templates. "-" and "~" inside the braces strip spaces in Jinja
// and Handlebars.
const VARIABLE = /(?<![$\\])\{\{[-~]?[^\S\r\n]*([\p{L}\p{N}_][^{}:\r\n]{0,99})(?::([^{}]*))?\}\}/gu;
// Open WebUI's inputs and Jinja's filters: `{{name | type:property="value"}}`.
const VARIABLE_WITH_OPTIONS =
  /(?<![$\\])\{\{[^\S\r\n]*([\p{L}\p{N}_][^{}:|\r\n]{0,99})\|([^{}]{0,2000})\}\}/uy;
const DEFAULT_OPTION = /(?:^|[\s:|])default\s*[=:(]\s*(?:"([^"]*)"|'([^']*)'|([^\s:|)]+))/iu;

/** Names that are code: calls, comparisons, assignments, and statements of template languages. */
const CODE_NAME =
  /^[\p{L}\p{N}_.]+\(|\?\.\w|^\w+\s+\.(?:\w+(?:\.\w+)*)?\s*$|\.\$|[=!<>]=|&&|\|\||=>|[=;[\]`]|\?\s*["']|^[\w.]+\s["']|\s[+*~%]\s|^\w+\s+(?:if\s.*\selse\b|is(?:\s+not)?\s+(?:defined|undefined|none|true|false|string|number)\s*$)|^\d+(?:\s*,\s*\d+)+$|^this(?:\.|\s*$)|^(?:else|endif|endfor|endeach)\s*$|^(?:else if|elif)\s|^(?:if|unless|range|with|define|include|each|for)\s+[^ ]*[.$("]|^for\s+\w+\s+in\s/u;
/** Options of other languages: a wiki template (`{{cite|title=x}}`) or a logical "or". */
const FOREIGN_OPTIONS = /^\||^(?!\s*default\s*=)[^"':|]*=/u;
/** Matches text before braces that are code: a LaTeX command, a property that is an object in JSX, Python's `f"`. */
const CODE_BEFORE = /\\[a-zA-Z]{2,}\*?(?:\{\{[^{}]*\}\})*$|\b(?:style|sx|css)=$|\bf(["'])(?:(?!\1).)*$/u;
/** Number of characters checked before braces. */
const MAX_CHECKED_LENGTH = 200;
/** Matches the edges of a template's comments and literal text, in which nothing is filled in. */
const LITERAL_EDGE = /\{#|#\}|\{%-?\s?(?:end)?raw\s?-?%\}|\{\{\{\{\/?raw\}\}\}\}/gu;
/** Matches statements of a template that define names: `{% for item in items %}`, `{% set x = 1 %}`. */
const NAME_DEFINITION = /\{%-?\s*(?:for|set)\s+([\w\s,]{1,100}?)\s*(?:\sin\s|=|%\})/gu;
/** Matches the beginning of a Go template's block. */
const GO_BLOCK = /\{\{-?\s*(?:if|range|with|block|define)\s+[^{}]*[.$"]/u;
/** Matches values of an object in code, as in `style={{color: "red", margin: 0}}`. */
const CODE_VALUE = /^\s+|^["'`\d[(-]|^(?:true|false|null)\b|,/u;

interface Occurrence {
  index: number;
  written: string;
  name: string;
  defaultValue: string | null;
}

const toName = (written: string) =>
  written
    .replace(/\s*[-~]$/u, "")
    .trim()
    .replaceAll(/\s+/gu, " ");
const toDefault = (written: string | undefined) => written?.trim() || null;

/** Yields the occurrences of variables in a text, in order. */
function* findOccurrences(text: string): Generator<Occurrence> {
  const mayHaveOptions = text.includes("|");
  const isCode = createCodeCheck(text);
  for (const { index, 0: written, 1: name = "", 2: value } of text.matchAll(VARIABLE)) {
    if (isCode(index, toName(name.split("|", 1)[0] ?? ""))) continue;
    VARIABLE_WITH_OPTIONS.lastIndex = index;
    const match = mayHaveOptions ? VARIABLE_WITH_OPTIONS.exec(text) : null;
    const options = match?.[2];
    if (match && options !== undefined && match[0] === written) {
      if (FOREIGN_OPTIONS.test(options)) continue;
      const defaultMatch = DEFAULT_OPTION.exec(options);
      const defaultValue = toDefault(defaultMatch?.[1] ?? defaultMatch?.[2] ?? defaultMatch?.[3]);
      yield { index, written, name: toName(match[1] ?? ""), defaultValue };
      continue;
    }
    const isObject = text[index - 1] === "=" && value !== undefined && CODE_VALUE.test(value);
    if (!isObject && !CODE_NAME.test(name)) {
      yield { index, written, name: toName(name), defaultValue: toDefault(value) };
    }
  }
}

/** Returns the start and end of each part of a template that is a comment or literal text. */
function findLiterals(text: string): [number, number][] {
  const literals: [number, number][] = [];
  let start: number | null = null;
  for (const { index, 0: edge } of text.matchAll(LITERAL_EDGE)) {
    if (!/#\}|endraw|\/raw/u.test(edge)) start = index;
    else if (start !== null) {
      literals.push([start, index]);
      start = null;
    }
  }
  return literals;
}

/** Returns a predicate that is true if braces at an index, with this name, are code of the text's own language. */
function createCodeCheck(text: string): (index: number, name: string) => boolean {
  const literals = findLiterals(text);
  const definedNames = new Set(
    Array.from(text.matchAll(NAME_DEFINITION), ([, names = ""]) => names.split(/[\s,]+/u)).flat(),
  );
  if (text.includes("{% for") || text.includes("{%- for")) definedNames.add("loop");
  if (GO_BLOCK.test(text)) definedNames.add("end");
  return (index, name) => {
    const [line = ""] = text
      .slice(Math.max(0, index - MAX_CHECKED_LENGTH), index)
      .split("\n")
      .slice(-1);
    return (
      definedNames.has(/^[^.\s]*/u.exec(name)?.[0] ?? "") ||
      literals.some(([start, end]) => start <= index && index < end) ||
      CODE_BEFORE.test(line)
    );
  };
}

/** Returns the variables of a text once each, in order of first appearance. */
export function parseVariables(text: string): PromptVariable[] {
  const defaults = new Map<string, string | null>();
  for (const { name, defaultValue } of findOccurrences(text)) {
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
  /** False for a variable without a value or default. It remains as written. */
  isFilled: boolean;
}

/**
 * Splits a text into parts, with its variables filled in by value or default. Does not search the values for variables.
 */
export function filledParts(text: string, values: Readonly<Record<string, string>>): FilledPart[] {
  const defaults = new Map(parseVariables(text).map(({ name, defaultValue }) => [name, defaultValue]));
  const parts: FilledPart[] = [];
  let end = 0;
  const addTextTo = (start: number) => {
    const written = text.slice(end, start);
    if (written !== "") parts.push({ text: written, written, variable: null, isFilled: true });
  };
  for (const { index, written, name: variable } of findOccurrences(text)) {
    addTextTo(index);
    end = index + written.length;
    const value = (Object.hasOwn(values, variable) && values[variable]) || defaults.get(variable);
    parts.push({ text: value || written, written, variable, isFilled: Boolean(value) });
  }
  addTextTo(text.length);
  return parts;
}

/** Fills in the variables of a text. A variable without a value or default remains, so that nobody overlooks it. */
export const fillVariables = (text: string, values: Readonly<Record<string, string>>): string =>
  filledParts(text, values)
    .map((part) => part.text)
    .join("");
