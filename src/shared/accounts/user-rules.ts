export const MIN_PASSWORD_LENGTH = 6;

/** Purposes of one-time links, by parameter name. */
export const LINK_KINDS = ["setup", "invite", "reset"] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

/** Returns the name for the greeting on Home: first name, or else e-mail address, or else "User". */
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
