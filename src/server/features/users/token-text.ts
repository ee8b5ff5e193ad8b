import { createHash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

/** Prefixes of tokens: for the API, for feed addresses and for shared pages. */
export const API_PREFIX = "slt_";
export const FEED_PREFIX = "slf_";
export const SHARED_PREFIX = "sls_";
type Prefix = typeof API_PREFIX | typeof FEED_PREFIX | typeof SHARED_PREFIX;
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** Number of letters and digits (62 possible): 256 bits. */
const SECRET_LENGTH = 43;
const CHECK_LENGTH = 6;
const SHOWN_LENGTH = API_PREFIX.length + 4;
const FORM = new RegExp(`^[0-9A-Za-z]{${SECRET_LENGTH + CHECK_LENGTH}}$`, "u");

/** Creates a token: a prefix for leak detection, a random secret, and a checksum to detect typos. */
export function makeToken(prefix: Prefix = API_PREFIX): string {
  const secret = Array.from({ length: SECRET_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  return `${prefix}${secret}${checkOf(secret)}`;
}

/** True if a text has the form of a token. Checked without the database. */
export function isTokenShaped(text: string, prefix: Prefix = API_PREFIX): boolean {
  const secret = text.slice(prefix.length);
  const isToken = text.startsWith(prefix) && FORM.test(secret);
  return isToken && checkOf(secret.slice(0, SECRET_LENGTH)) === secret.slice(SECRET_LENGTH);
}

/** Hashes a token for storage, so that a copy of the database can't be used to sign in. */
export const hashToken = (token: string): string => createHash("sha256").update(token).digest("hex");

/** Returns the beginning of a token, by which its owner recognizes it. */
export const shownPrefix = (token: string): string => token.slice(0, SHOWN_LENGTH);

function checkOf(secret: string): string {
  let rest = crc32(secret);
  let check = "";
  for (let index = 0; index < CHECK_LENGTH; index += 1) {
    check = `${ALPHABET[rest % ALPHABET.length] ?? ""}${check}`;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return check;
}
