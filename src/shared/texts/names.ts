/** Letters that Unicode doesn't decompose into a base letter and a mark. */
const BASE_LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  ħ: "h",
  ı: "i",
  ł: "l",
  ŧ: "t",
  þ: "th",
};

/**
 * Returns a name without letter case, spaces, diacritics and typography: "Café AI" and "CAFEAI" are equal. Any dash
 * counts as a hyphen, and any quotation mark as an apostrophe.
 */
export const nameKey = (name: string): string =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[\s\p{M}\p{Cf}]+/gu, "")
    .replaceAll(/[\p{Pd}−]/gu, "-")
    .replaceAll(/[\p{Pi}\p{Pf}"`]/gu, "'")
    .replaceAll(/[ßæœøđðħıłŧþ]/gu, (letter) => BASE_LETTERS[letter] ?? letter);

const LEGAL_FORMS: ReadonlySet<string> = new Set(
  "inc incorporated llc llp ltd limited corp corporation co company plc pbc pty pte pvt gmbh ag kg kgaa ug se sa sas sarl srl spa bv nv ab as asa aps oy oyj".split(
    " ",
  ),
);

/** True for a word such as "Inc." or "S.A.R.L.". */
export const isLegalForm = (word: string): boolean =>
  LEGAL_FORMS.has(word.toLowerCase().replaceAll(/[.()]/gu, ""));

/** Returns a company's name like `nameKey`, without its legal form: "OpenAI, Inc." and "OpenAI" are equal. */
export function companyKey(company: string): string {
  const words = company.split(/[\s,]+/u).filter((word) => word !== "");
  const last = words.findLastIndex((word) => word !== "&" && !isLegalForm(word));
  return nameKey(words.slice(0, Math.max(last, 0) + 1).join(" "));
}
