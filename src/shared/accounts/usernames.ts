/**
 * What nobody sees in a name, or sees as nothing: control characters, format characters such as the bidirectional
 * ones, fillers and variation selectors, private and unassigned code points, halves of pairs, and two symbols without
 * ink: the empty Braille pattern and the null note head.
 */
const INVISIBLE =
  /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/u;

export const hasInvisibleCharacter = (username: string): boolean => INVISIBLE.test(username);

/**
 * The form in which user names are compared: letter case, compatibility forms and the number of spaces do not make a
 * new name. It is the compatibility caseless match of the Unicode Standard (section 3.13, D146), but that the dotless ı
 * counts as an i too.
 */
export const foldUsername = (username: string): string =>
  foldCase(foldCase(username).normalize("NFKC")).normalize("NFKC").replaceAll(/\s+/gu, " ").trim();

// Case folding is what upper case makes equal, written in lower case; a capital ẞ becomes SS by way of ß alone.
const foldCase = (text: string): string => text.normalize("NFD").toLowerCase().toUpperCase().toLowerCase();
