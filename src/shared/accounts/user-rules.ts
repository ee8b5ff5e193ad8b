export const MIN_PASSWORD_LENGTH = 6;

/** What a one-time link is good for: its name in the address. */
export const LINK_KINDS = ["setup", "invite", "reset"] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

/** How Home greets: by first name, without one by e-mail, without either as "User". */
export const greetingName = (user: { firstName: string | null; email: string | null }): string =>
  user.firstName || user.email || "User";

/** How a person is called in sentences about what they did; `null` is the server itself. */
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
