import { readTex, texCut } from "#shared/tex/tex-text.ts";

const IDENTIFIER = String.raw`(?<id>\d{4}\.\d{4,5}|(?<archive>[a-z-]+)(?:\.[a-z]{2})?/(?<number>\d{7}))(?:v\d{1,4})?`;
/** Pages of a paper on arXiv, a search for its id there, and sites that show arXiv's papers under the same ids. */
const PAGE = String.raw`(?:https?://)?(?:(?:(?:www|export|browse)\.)?arxiv\.org/(?:(?:abs|pdf|html|format|src|e-print)/|search/?\?(?:[^#]*&)?query=)|(?:huggingface\.co/papers|(?:www\.)?alphaxiv\.org/(?:abs|overview)|ar5iv(?:\.labs\.arxiv)?\.org/(?:abs|html))/)`;
const DOI = String.raw`(?:(?:https?://)?(?:dx\.)?doi\.org/|doi:)?10\.48550/`;
const ADDRESS = new RegExp(
  `^(?:${PAGE}|(?:${DOI})?arxiv[.:]\\s*)?${IDENTIFIER}(?:\\.pdf)?/?(?:(?:[?#]|(?<=\\?.*)&).*)?$`,
  "iu",
);

export const MAX_ARXIV_ADDRESS = 300;

/**
 * Returns the arXiv id, without the version, in an id or an address of a paper. Returns null if there is none. Old ids
 * lose their subject class, as on arXiv: `math.GT/0309136` becomes `math/0309136`.
 */
export function readArxivId(text: string): string | null {
  const { id, archive, number } = ADDRESS.exec(text.trim())?.groups ?? {};
  return archive === undefined ? (id ?? null) : `${archive.toLowerCase()}/${number}`;
}

/** Approximate length of abstracts on cards, in characters. */
const SHORT_ABSTRACT_LENGTH = 200;
/** Share of the length after which truncation prefers a full stop. */
const MIN_CUT_SHARE = 0.7;

/** Filter for a user's list of papers. */
export const paperShows = ["all", "new", "starred", "hidden", "forYou", "forTeam"] as const;
export type PaperShow = (typeof paperShows)[number];

/** Filters that rank papers by the user's stars instead of by time. */
export const isRanked = (show: PaperShow): show is "forYou" | "forTeam" =>
  show === "forYou" || show === "forTeam";

/** Notes for a ranked list when there are fewer than three starred papers. */
export const TOO_FEW_STARS = {
  forYou: "Star three papers to get recommendations.",
  forTeam: "Recommendations begin when the team has starred three papers.",
};

/** Source shown for a summary that no model wrote. */
export const EXTRACT_SOURCE = "Extract from the abstract";

/**
 * Truncates an abstract at the last full stop, if late enough, or else with an ellipsis. Never cuts inside a formula.
 */
export function shortenAbstract(abstract: string): string {
  if (abstract.length <= SHORT_ABSTRACT_LENGTH) return abstract;
  const cut = abstract.slice(0, texCut(abstract, SHORT_ABSTRACT_LENGTH));
  if (cut === abstract) return abstract;
  let stop = cut.lastIndexOf(".");
  while (stop !== -1 && texCut(abstract, stop + 1) !== stop + 1) stop = cut.lastIndexOf(".", stop - 1);
  return stop > SHORT_ABSTRACT_LENGTH * MIN_CUT_SHARE ? cut.slice(0, stop + 1) : `${cut.trimEnd()}...`;
}

const texEscapes: Record<string, string> = { "&": "\\&", "%": "\\%", "#": "\\#", _: "\\_" };
const escapeTex = (text: string): string =>
  text.replaceAll(/[&%#_]/gu, (character) => texEscapes[character] ?? character);

/** Escapes a title for LaTeX, except its formulas. */
const escapeTitle = (title: string): string =>
  readTex(title)
    .map((part) => (part.kind === "formula" ? part.source : escapeTex(part.text)))
    .join("");

/** Fields of a paper in a citation. */
interface CitedPaper {
  title: string;
  authors: string;
  arXivId: string;
  categories: readonly string[];
  publishedAt: string;
  url: string;
}

/** Formats a paper as a BibTeX entry, keyed by first author, year and first long word of the title. */
export function formatBibtex({ title, authors, arXivId, categories, publishedAt, url }: CitedPaper): string {
  const names = authors.split(", ");
  const year = publishedAt.slice(0, 4);
  const word = /\p{L}{4,}/u.exec(title)?.[0].toLowerCase() ?? "paper";
  const family = names[0]?.split(" ").at(-1)?.toLowerCase() ?? "";
  const key = `${family}${year}${word}`.normalize("NFD").replaceAll(/[^\da-z]/gu, "");
  return [
    `@misc{${key},`,
    `  title = {${escapeTitle(title)}},`,
    `  author = {${escapeTex(names.join(" and "))}},`,
    `  year = {${year}},`,
    `  eprint = {${arXivId}},`,
    "  archivePrefix = {arXiv},",
    `  primaryClass = {${categories[0] ?? ""}},`,
    `  url = {${url}}`,
    "}",
  ].join("\n");
}
