const COMMANDS: Readonly<Record<string, string>> = {
  backslash: "\\",
  braceleft: "{",
  braceright: "}",
  asciitilde: "~",
  asciicircum: "^",
  less: "<",
  greater: ">",
};
const LIGATURES: Readonly<Record<string, string>> = { "---": "—", "--": "–", "``": "“", "''": "”", "~": " " };

// Commands for single characters, line breaks as our own export writes them, ends of lines, dashes and quotation marks.
// The spaces before the end of a line are matched from the first one on, or a long row of them would be searched from each.
const TOKEN =
  /\\text(backslash|braceleft|braceright|asciitilde|asciicircum|less|greater)\{\}|\\([&%$#_{}])|( \\\\\{\}\n {4})|((?<![^\S\n])[^\S\n]*\n\s*|\n\s*)|(---|--|``|''|~)|[{}]/gu;

/**
 * The text of LaTeX that holds no more than that, such as what our own export writes; undefined where it takes a parser
 * to read it. Takes time that grows with the length alone.
 */
export function plainLatex(latex: string): string | undefined {
  if (/[\\$^]/u.test(latex.replaceAll(TOKEN, " "))) return undefined;
  return latex.replaceAll(
    TOKEN,
    (_, command?: string, character?: string, newline?: string, end?: string, ligature?: string) => {
      if (command !== undefined) return COMMANDS[command] ?? "";
      if (character !== undefined) return character;
      if (newline !== undefined) return "\n";
      if (end !== undefined) return end.split("\n").length > 2 ? "\n\n" : " ";
      return ligature === undefined ? "" : (LIGATURES[ligature] ?? "");
    },
  );
}

/** What is left of LaTeX without its commands: for texts that hold more of it than anybody writes. */
export const withoutLatex = (latex: string): string =>
  latex
    .replaceAll(/\\[a-z]+\s?/giu, "")
    .replaceAll(/[\\{}$^~]/gu, " ")
    .replaceAll(/[^\S\n]+/gu, " ")
    .trim();
