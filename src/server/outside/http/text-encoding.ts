import { analyse } from "chardet";

import { encodingOfBom } from "#shared/imports/text-decoding.ts";

import { SourceError } from "./source-error.ts";

interface Hints {
  /** The Content-Type header that came with the bytes. */
  contentType?: string | null | undefined;
  /** Finds the encoding that the text itself names, in its beginning read as ASCII. */
  declaration: RegExp;
}

/** `encoding="…"` of an XML declaration. */
export const XML_DECLARATION = /^\s*<\?xml[^>]{0,200}?\bencoding\s*=\s*["']([\w.:-]{1,40})["']/iu;
/** `charset=…` of a page's meta element, in either form. */
export const META_CHARSET = /<meta[^>]{0,300}?\bcharset\s*=\s*["']?\s*([\w.:-]{1,40})/iu;

// Sites send such a beginning far below their styles and scripts.
const DECLARATION_BYTES = 8192;

/**
 * The text of some bytes. A byte order mark decides, then the header, then what the text says of itself; but
 * text that is clean UTF-8 is UTF-8, whatever it is called. Bytes that fit nothing are replaced, never refused.
 */
export function decodeText(bytes: Uint8Array, { contentType, declaration }: Hints): string {
  const marked = encodingOfBeginning(bytes);
  if (marked !== null) return new TextDecoder(marked).decode(bytes);
  const header = /\bcharset\s*=\s*["']?\s*([\w.:-]{1,40})/iu.exec(contentType ?? "")?.[1];
  const beginning = new TextDecoder("latin1").decode(bytes.subarray(0, DECLARATION_BYTES));
  const named = knownEncoding(header) ?? knownEncoding(declaration.exec(beginning)?.[1]);
  if (named !== null && named !== "utf-8" && !(isSingleByte(named) && hasUtf8(bytes))) {
    return new TextDecoder(named).decode(bytes);
  }
  return decodeAsUtf8(bytes);
}

function encodingOfBeginning(bytes: Uint8Array): string | null {
  const [a, b, c, d] = bytes;
  if ((a === 0 && b === 0 && c === 0xfe && d === 0xff) || (a === 0xff && b === 0xfe && c === 0 && d === 0)) {
    throw new SourceError("The text is in UTF-32, which isn't supported");
  }
  if (a === 0x3c && b === 0) return "utf-16le";
  if (a === 0 && b === 0x3c) return "utf-16be";
  return encodingOfBom(bytes) ?? null;
}

/** The standard's name of an encoding, or null for one that is not known. */
function knownEncoding(label: string | undefined): string | null {
  if (label === undefined) return null;
  try {
    const { encoding } = new TextDecoder(label);
    // ASCII letters called UTF-16 are a well-known mistake; real UTF-16 was found by its first bytes.
    return encoding.startsWith("utf-16") ? "utf-8" : encoding;
  } catch {
    return null;
  }
}

const isSingleByte = (encoding: string): boolean =>
  /^(?:windows-\d+|iso-8859-|koi8-|macintosh)/u.test(encoding);

/** Whether the bytes are valid UTF-8 that says something beyond ASCII, which no other text is by chance. */
function hasUtf8(bytes: Uint8Array): boolean {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes).length < bytes.length;
  } catch {
    return false;
  }
}

function decodeAsUtf8(bytes: Uint8Array): string {
  const text = new TextDecoder("utf-8").decode(bytes);
  if (!text.includes("\uFFFD")) return text;
  // A broken letter in a UTF-8 text is replaced; where most are broken, it is an old Western text.
  const count = (letters: RegExp) => text.match(letters)?.length ?? 0;
  const isWestern = count(/\uFFFD/gu) > count(/[^\p{ASCII}\uFFFD]/gu);
  return isWestern ? new TextDecoder(guessEncoding(bytes)).decode(bytes) : text;
}

const GUESSED_BYTES = 300_000;
const SAMPLE_BYTES = 30_000;
/** Below this a guess says less than that most old texts are Western. */
const SURE_ENOUGH = 30;

/** The encoding of a text that says nothing true of it, by its words beyond ASCII; the others tell of English only. */
function guessEncoding(bytes: Uint8Array): string {
  const words = new TextDecoder("latin1")
    .decode(bytes.subarray(0, GUESSED_BYTES))
    .replaceAll(/<[^<>]{0,2000}>/gu, " ")
    .match(/\S*[^\p{ASCII}]\S*/gu);
  const sample =
    words
      ?.map((word) => word.slice(0, 200))
      .join(" ")
      .slice(0, SAMPLE_BYTES) ?? "";
  const [best] = analyse(toBytes(sample));
  return (best && best.confidence >= SURE_ENOUGH && knownEncoding(best.name)) || "windows-1252";
}

/** The bytes that were read as Western letters. */
const toBytes = (text: string): Uint8Array =>
  Uint8Array.from(text, (letter) => WESTERN_BYTES.get(letter) ?? letter.charCodeAt(0));

/** Where windows-1252 has letters of its own: its bytes 0x80 to 0x9f. */
const WESTERN_BYTES = new Map(
  Array.from({ length: 32 }, (_, index) => [
    new TextDecoder("windows-1252").decode(Uint8Array.of(0x80 + index)),
    0x80 + index,
  ]),
);

/**
 * A text whose UTF-8 was read as Western letters and written down so ("cafÃ©"), as it was meant. Others stay: what
 * is not doubled is never valid UTF-8 in all its places.
 */
export function undoubled(text: string): string {
  if (!/[\u00c2-\u00f4][\u0080-\u00bf\u0152-\u2122]/u.test(text)) return text;
  const bytes: number[] = [];
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    const byte = code < 0x100 ? code : WESTERN_BYTES.get(letter);
    if (byte === undefined) return text;
    bytes.push(byte);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(bytes));
  } catch {
    return text;
  }
}
