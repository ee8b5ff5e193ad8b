export const MIN_PASSWORD_LENGTH = 6;

/** What a one-time link is good for: its name in the address. */
export const LINK_KINDS = ["setup", "invite", "reset"] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

/** How Home greets: by first name, without one by e-mail, without either as "User". */
export const greetingName = (user: { firstName: string | null; email: string | null }): string =>
  user.firstName || user.email || "User";
