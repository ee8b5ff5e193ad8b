import { createHash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

/** What tokens of each kind begin with: those of the API, and those in the addresses of feeds. */
export const API_PREFIX = "slt_";
export const FEED_PREFIX = "slf_";
type Prefix = typeof API_PREFIX | typeof FEED_PREFIX;
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** Of 62 letters and digits: 256 bits. */
const SECRET_LENGTH = 43;
const CHECK_LENGTH = 6;
const SHOWN_LENGTH = API_PREFIX.length + 4;
const FORM = new RegExp(`^[0-9A-Za-z]{${SECRET_LENGTH + CHECK_LENGTH}}$`, "u");

/** A new token: a prefix by which leaks are found, a random secret, and a checksum by which typos are told from tokens. */
export function makeToken(prefix: Prefix = API_PREFIX): string {
  const secret = Array.from({ length: SECRET_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  return `${prefix}${secret}${checkOf(secret)}`;
}

/** Whether a text can be a token at all, which is told without asking the database. */
export function isTokenShaped(text: string, prefix: Prefix = API_PREFIX): boolean {
  const secret = text.slice(prefix.length);
  const isToken = text.startsWith(prefix) && FORM.test(secret);
  return isToken && checkOf(secret.slice(0, SECRET_LENGTH)) === secret.slice(SECRET_LENGTH);
}

/** What is kept of a token: nobody can sign in with a copy of the database. */
export const hashToken = (token: string): string => createHash("sha256").update(token).digest("hex");

/** The beginning of a token, by which its owner knows it. */
export const shownPrefix = (token: string): string => token.slice(0, SHOWN_LENGTH);

function checkOf(secret: string): string {
  let rest = crc32(secret);
  let check = "";
  for (let place = 0; place < CHECK_LENGTH; place += 1) {
    check = `${ALPHABET[rest % ALPHABET.length] ?? ""}${check}`;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return check;
}
