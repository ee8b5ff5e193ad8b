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
