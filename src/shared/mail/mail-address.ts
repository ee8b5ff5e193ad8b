import { z } from "zod";

/** Maximum length of an e-mail address (RFC 5321). */
const MAX_ADDRESS = 254;

/** One e-mail address, without a name, comments, quotation marks or a list. */
export const mailAddressSchema = z
  .string()
  .trim()
  .max(MAX_ADDRESS, `Use at most ${MAX_ADDRESS} characters`)
  .pipe(z.email("Please enter a valid email address"));

export interface Mailbox {
  name: string;
  address: string;
}

/** Characters that would begin another part of a mail header. */
const MAILBOX = /^(?:(?<name>[^<>"(),;:\\@\p{Cc}]*)<(?<inner>[^<>\s]+)>|(?<plain>\S+))$/u;

/** Parses `Name <address>` or a plain address. Returns null for anything else, such as a list. */
export function readMailbox(text: string): Mailbox | null {
  const { name = "", inner, plain = "" } = MAILBOX.exec(text.trim())?.groups ?? {};
  const address = mailAddressSchema.safeParse(inner ?? plain);
  return address.success ? { name: name.trim(), address: address.data } : null;
}
