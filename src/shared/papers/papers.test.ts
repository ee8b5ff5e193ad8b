import { expect, test } from "vitest";

import { formatBibtex, shortenAbstract } from "./paper-words.ts";
import type { Paper } from "./papers.ts";

const PAPER: Paper = {
  id: "1",
  title: "R&D: 100% of Agents",
  abstract: "",
  authors: "José Álvarez, Ada Lovelace",
  url: "https://arxiv.org/abs/2601.01234v2",
  pdfUrl: "https://arxiv.org/pdf/2601.01234v2",
  arXivId: "2601.01234",
  categories: ["cs.AI", "cs.LG"],
  publishedAt: "2026-01-05T10:00:00.000Z",
  imageUrl: null,
  pplxSummary: null,
  summarySource: null,
  createdAt: "2026-01-06T10:00:00.000Z",
  isWithdrawn: false,
  commentCount: 0,
  isStarred: false,
  isHidden: false,
  isNew: false,
  reason: null,
};

test("leaves a short abstract whole", () => {
  expect(shortenAbstract("Short.")).toBe("Short.");
  expect(shortenAbstract("a".repeat(200))).toBe("a".repeat(200));
});

test("truncates a long abstract at the last full stop beyond 70 % of the length", () => {
  const late = `${"a".repeat(150)}. ${"b".repeat(100)}`;
  expect(shortenAbstract(late)).toBe(`${"a".repeat(150)}.`);
  const early = `${"a".repeat(140)}. ${"b".repeat(100)}`;
  expect(shortenAbstract(early)).toBe(`${early.slice(0, 200)}...`);
});

test("never truncates inside a formula, or at a full stop in one", () => {
  const before = "a ".repeat(90);
  expect(shortenAbstract(`${before}$${"x + ".repeat(20)}x$ and more`)).toBe(`${before.trimEnd()}...`);
  expect(shortenAbstract(`${before}$0.5$ ${"b ".repeat(50)}`)).toContain("$0.5$");
  expect(shortenAbstract(`${before}$0.5$ ${"b ".repeat(50)}`)).toMatch(/b\.\.\.$/u);
  const whole = `$${"x + ".repeat(60)}x$`;
  expect(shortenAbstract(`${whole} and more`)).toBe(`${whole}...`);
  expect(shortenAbstract(whole)).toBe(whole);
});

test("preserves formulas of a title in BibTeX", () => {
  const title = String.raw`An $O(n_1 \\%)$ Bound of 5\% \emph{and} R&D`.replaceAll("\\\\", "\\");
  expect(formatBibtex({ ...PAPER, title })).toContain(
    String.raw`title = {An $O(n_1 \%)$ Bound of 5\% and R\&D}`,
  );
});

test("creates a valid BibTeX key, and escapes special characters", () => {
  expect(formatBibtex(PAPER)).toBe(
    [
      "@misc{alvarez2026agents,",
      String.raw`  title = {R\&D: 100\% of Agents},`,
      "  author = {José Álvarez and Ada Lovelace},",
      "  year = {2026},",
      "  eprint = {2601.01234},",
      "  archivePrefix = {arXiv},",
      "  primaryClass = {cs.AI},",
      "  url = {https://arxiv.org/abs/2601.01234v2}",
      "}",
    ].join("\n"),
  );
});
