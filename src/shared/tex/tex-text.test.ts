import { describe, expect, test } from "vitest";

import { plainTex, readTex, texCut } from "./tex-text.ts";

/** Formats formulas in brackets, styles in angle brackets, and the rest unchanged. */
const shown = (text: string) =>
  readTex(text)
    .map((part) => {
      if (part.kind === "formula") return part.isDisplay ? `[[${part.tex}]]` : `[${part.tex}]`;
      return part.style === null ? part.text : `<${part.style} ${part.text}>`;
    })
    .join("");

describe("formulas", () => {
  test.each([
    ["$O(n \\log n)$ time", "[O(n \\log n)] time"],
    ["in \\(O(n)\\) and \\[x^2\\]", "in [O(n)] and [[x^2]]"],
    ["as $$a = b$$ says", "as [[a = b]] says"],
    ["only $50$ tests, $25\\%$ each", "only [50] tests, [25\\%] each"],
    ["$x$-axis, $x$, ($y$)", "[x]-axis, [x], ([y])"],
    ["$\\$5$", "[\\$5]"],
    ["a $ω$Test", "a [ω]Test"],
  ])("parses %j as %j", (text, read) => {
    expect(shown(text)).toBe(read);
  });

  test.each([
    "It costs $5 and $10.",
    "from $5-$10 to $20",
    "$ 5 $",
    "a lone $ sign",
    "US$5, US$6",
    "$$ and more",
    "\\(never closed",
    "\\[ nor this",
    "$\\$",
    "a \\) b",
  ])("finds none in %j", (text) => {
    expect(readTex(text).every(({ kind }) => kind === "text")).toBe(true);
  });

  test("treats one that is far too long as text", () => {
    const long = `$${"x+".repeat(2000)}x$`;
    expect(shown(long)).toBe(long);
  });
});

describe("text", () => {
  test.each([
    ["the \\emph{oracle problem}.", "the <emphasis oracle problem>."],
    ["\\textbf{bold \\emph{both} $x$ bold}", "<strong bold ><emphasis both><strong  >[x]<strong  bold>"],
    ["\\texttt{code} \\textsc{Small}", "<code code> Small"],
    ["{\\'e}cole, \\'ecole, \\'{e}cole", "école, école, école"],
    ['G\\"odel, Erd\\H{o}s, \\v{S}, \\c{c}, na{\\"\\i}ve', "Gödel, Erdős, Š, ç, naïve"],
    ["stra\\ss e, Stra{\\ss}e, \\o{}", "straße, Straße, ø"],
    ["8.2\\%, A\\&B, a\\_b, C\\#, \\$5, \\{1\\}", "8.2%, A&B, a_b, C#, $5, {1}"],
    ["\\href{javascript:alert(1)}{here}", "here"],
    ['{1, 2} and {"a": 1} stay', '{1, 2} and {"a": 1} stay'],
    ["{\\em every\\/} {\\bf word} Pre\\-parata", "<emphasis every> <strong word> Preparata"],
    ["\\unknown{x} and C:\\temp stay", "\\unknown{x} and C:\\temp stay"],
    ["\\emph{odd $x}$ end", "<emphasis odd >[x}] end"],
    ["\\emph{never closed", "\\emph{never closed"],
    ["<b>bold</b> &amp; <img src=x onerror=alert(1)>", "<b>bold</b> &amp; <img src=x onerror=alert(1)>"],
    ["", ""],
  ])("parses %j as %j", (text, read) => {
    expect(shown(text)).toBe(read);
  });

  test("removes LaTeX for names of pages and parts", () => {
    expect(plainTex("An $O(n \\log n)$ \\emph{bound} for $\\mathbf{x}_{i}$")).toBe(
      "An O(n log n) bound for x_i",
    );
  });

  test("parses any kind quickly", () => {
    for (const piece of ["$", "\\(", "\\[", "$$", "{", "\\emph{", "{\\'", "$x ", "\\", "\\$", "a$b "]) {
      expect(readTex(piece.repeat(50_000)).length).toBeGreaterThan(0);
    }
  });
});

describe("a position to cut", () => {
  test.each([
    ["outside of everything stays", "abc $x+y$", 2, 2],
    ["in a formula moves before it", "abc $x+y$", 7, 4],
    ["in a style moves before it", "abc \\emph{def}", 12, 4],
    ["in a formula that begins the text moves behind it", "$x+y$ abc", 3, 5],
    ["right behind a formula stays", "abc $x+y$ d", 9, 9],
  ])("%s", (_, text, at, cut) => {
    expect(texCut(text, at)).toBe(cut);
  });
});
