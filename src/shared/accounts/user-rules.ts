/**
 * Invisible characters in a name: control characters, format characters such as bidirectional ones, fillers and
 * variation selectors. Also private and unassigned code points, unpaired surrogates, the empty Braille pattern and the
 * null note head.
 */
const INVISIBLE_CHARACTER =
  /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/u;

export const hasInvisibleCharacter = (username: string): boolean => INVISIBLE_CHARACTER.test(username);

/**
 * Normalizes a username for comparison: ignores case, compatibility forms and the number of spaces. This is the
 * compatibility caseless match of the Unicode Standard (section 3.13, D146), except that the dotless ı equals i.
 */
export const foldUsername = (username: string): string =>
  foldCase(foldCase(username).normalize("NFKC")).normalize("NFKC").replaceAll(/\s+/gu, " ").trim();

// Folds case by converting upper case to lower case. A capital ẞ becomes SS only via ß.
const foldCase = (text: string): string => text.normalize("NFD").toLowerCase().toUpperCase().toLowerCase();

export const MIN_PASSWORD_LENGTH = 6;

/** Purposes of one-time links, by parameter name. */
export const LINK_KINDS = ["setup", "invite", "reset"] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

/** Reasons why signing in through the identity provider failed, as the sign-in card shows them. */
export const SIGN_IN_PROBLEMS = [
  "unavailable",
  "denied",
  "invalid",
  "expired",
  "busy",
  "disabled",
  "closed",
  "invite",
  "linked",
] as const;
export type SignInProblem = (typeof SIGN_IN_PROBLEMS)[number];

/** Returns the name for the greeting on Home: the first name, or else the email address, or else "User". */
export const greetingName = (user: { firstName: string | null; email: string | null }): string =>
  user.firstName || user.email || "User";

/** Returns a person's name for sentences about their actions. `null` is the server itself. */
export function personName(
  person: {
    username: string;
    displayName: string | null;
    firstName: string | null;
    lastName: string | null;
  } | null,
): string {
  if (person === null) return "StackLoop";
  const fullName = [person.firstName, person.lastName].flatMap((name) => name?.trim() || []).join(" ");
  return person.displayName?.trim() || fullName || person.username;
}
