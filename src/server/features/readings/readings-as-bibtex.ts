import { type Reading, UNKNOWN_AUTHOR } from "#shared/readings/readings.ts";

/** Returns the readings as BibTeX in UTF-8, with unique keys. */
export function readingsAsBibtex(readings: readonly Reading[]): string {
  const keys = new Map<string, number>();
  const entries = readings.map((reading) => {
    const key = keyOf(reading);
    const count = (keys.get(key) ?? 0) + 1;
    keys.set(key, count);
    return entryOf(reading, count === 1 ? key : `${key}-${count}`);
  });
  return entries.join("\n");
}

function entryOf(reading: Reading, key: string): string {
  const { title, author, year, isbn, page, tags, topic, notes, imageUrl } = reading;
  const fields = [
    // Styles may change the case of a title; doubled braces prevent that.
    ["title", `{${latexOf(title)}}`],
    ["author", author === UNKNOWN_AUTHOR ? "" : namesOf(author)],
    ["year", year === null ? "" : String(year)],
    ["isbn", exactly(isbn ?? "", /^[\dXx -]{9,17}$/u)],
    ["pages", latexOf(page ?? "")],
    ["keywords", tags.map((tag) => exactly(tag, /^[^,;]*$/u)).join(", ")],
    ["topic", latexOf(topic ?? "")],
    ["annote", latexOf(notes ?? "")],
    ["image", latexOf(imageUrl ?? "")],
  ].filter(([, value]) => value !== "");
  const lines = fields.map(([name, value]) => `  ${name} = {${value}},\n`);
  return `@${isbn === null ? "misc" : "book"}{${key},\n${lines.join("")}}\n`;
}

/** Returns a key such as `eliot1871middlemarch`. */
function keyOf({ title, author, year }: Reading): string {
  const wordsOf = (text: string) =>
    text
      .normalize("NFKD")
      .toLowerCase()
      .match(/[a-z0-9]+/gu) ?? [];
  const [firstAuthor = ""] = author.split(AND);
  const name = firstAuthor.includes(",") ? wordsOf(firstAuthor).at(0) : wordsOf(firstAuthor).at(-1);
  const word = wordsOf(title).find((candidate) => !/^(?:the|a|an|of|on)$/u.test(candidate));
  return [name, year, word].join("") || "reading";
}

const AND = /\s*(?:[,;&]|\band\b)\s*/u;

/** Matches a name that BibTeX parses as one name, unchanged. */
const NAME = /^(?!(?:and|others)$)\p{L}[\p{L}\p{M}.'’ -]*$/iu;

/** Separates names as BibTeX requires, if they are certainly several. `Last, First` is one name. */
function namesOf(author: string): string {
  const names = author.split(AND);
  const isEtAl = (name: string) => name === "et al.";
  const isList =
    names.length > 1 && names.every((name) => isEtAl(name) || (name.includes(" ") && NAME.test(name)));
  if (isList) return names.map((name) => (isEtAl(name) ? "others" : latexOf(name))).join(" and ");
  const parts = author.split(/,\s*/u);
  const isOneName = parts.length <= 2 && parts.every((part) => NAME.test(part) && !/\sand\s/iu.test(part));
  return isOneName ? latexOf(author) : `{${latexOf(author)}}`;
}

/** Puts a text of unusual form in braces, so that it stays unchanged. */
const exactly = (text: string, usual: RegExp): string =>
  text === "" || usual.test(text) ? latexOf(text) : `{${latexOf(text)}}`;

const LATEX: Readonly<Record<string, string>> = {
  "\\": "\\textbackslash{}",
  "{": "\\textbraceleft{}",
  "}": "\\textbraceright{}",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
  "<": "\\textless{}",
  ">": "\\textgreater{}",
  "\n": " \\\\{}\n    ",
};

/** Escapes everything that LaTeX or BibTeX would interpret as a command. */
const latexOf = (text: string): string =>
  text
    .replaceAll("\r\n", "\n")
    .replaceAll(/[\\{}~^<>\n]/gu, (character) => LATEX[character] ?? "")
    .replaceAll(/[&%$#_]/gu, "\\$&")
    // ACM's files have such references, which are read as one character.
    .replaceAll(/\\&(?=amp;)/gu, "\\&{}")
    // Two of these in sequence would become a dash or a quotation mark.
    .replaceAll(/(?<=-)-|(?<=`)`|(?<=')'/gu, "{}$&");
