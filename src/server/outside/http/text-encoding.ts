import { analyse } from "chardet";

import {
  encodingOfBom,
  decodeFile,
  type DecodedText,
  type TextDecoding,
} from "#shared/imports/files/text-decoding.ts";

import { SourceError } from "./source-error.ts";

interface EncodingHints {
  /** Content-Type header of the bytes. */
  contentType?: string | null | undefined;
  /** Pattern for the encoding declared at the beginning of the text, read as ASCII. */
  declaration: RegExp;
}

/** `encoding="…"` of an XML declaration. */
export const XML_DECLARATION = /^\s*<\?xml[^>]{0,200}?\bencoding\s*=\s*["']([\w.:-]{1,40})["']/iu;
/** `charset=…` of a page's meta element, in either form. */
export const META_CHARSET = /<meta[^>]{0,300}?\bcharset\s*=\s*["']?\s*([\w.:-]{1,40})/iu;

// Some sites declare it far down, below their styles and scripts.
const DECLARATION_BYTES = 8192;

/**
 * Decodes bytes to text. A byte order mark decides, then the header, then the text's own declaration. Valid UTF-8 is
 * always treated as UTF-8. Invalid bytes are replaced, never rejected.
 */
export function decodeText(bytes: Uint8Array, { contentType, declaration }: EncodingHints): string {
  const detected = detectByFirstBytes(bytes);
  if (detected !== null) return new TextDecoder(detected).decode(bytes);
  const header = /\bcharset\s*=\s*["']?\s*([\w.:-]{1,40})/iu.exec(contentType ?? "")?.[1];
  const beginning = new TextDecoder("latin1").decode(bytes.subarray(0, DECLARATION_BYTES));
  const declared = standardName(header) ?? standardName(declaration.exec(beginning)?.[1]);
  if (declared !== null && declared !== "utf-8" && !(isSingleByte(declared) && hasUtf8(bytes))) {
    return new TextDecoder(declared).decode(bytes);
  }
  return decodeAsUtf8(bytes);
}

function detectByFirstBytes(bytes: Uint8Array): string | null {
  const [a, b, c, d] = bytes;
  if ((a === 0 && b === 0 && c === 0xfe && d === 0xff) || (a === 0xff && b === 0xfe && c === 0 && d === 0)) {
    throw new SourceError("The text is in UTF-32, which isn't supported");
  }
  if (a === 0x3c && b === 0) return "utf-16le";
  if (a === 0 && b === 0x3c) return "utf-16be";
  return encodingOfBom(bytes) ?? null;
}

/** Returns the standard name of an encoding, or null if it is unknown. */
function standardName(label: string | undefined): string | null {
  if (label === undefined) return null;
  try {
    const { encoding } = new TextDecoder(label);
    // ASCII text labelled UTF-16 is a common mistake. Real UTF-16 was detected by its first bytes.
    return encoding.startsWith("utf-16") ? "utf-8" : encoding;
  } catch {
    return null;
  }
}

const isSingleByte = (encoding: string): boolean =>
  /^(?:windows-\d+|iso-8859-|koi8-|macintosh)/u.test(encoding);

/** True for valid UTF-8 with characters beyond ASCII, which other encodings don't produce by chance. */
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
  // Replaces a broken character in UTF-8. If most characters beyond ASCII are broken, it is an old Western text.
  const count = (chars: RegExp) => text.match(chars)?.length ?? 0;
  const isWestern = count(/\uFFFD/gu) > count(/[^\p{ASCII}\uFFFD]/gu);
  return isWestern ? new TextDecoder(guessEncoding(bytes)).decode(bytes) : text;
}

const GUESSED_BYTES = 300_000;
const SAMPLE_BYTES = 30_000;
/** Below this confidence, assuming a Western encoding is better, since most old texts are Western. */
const MIN_CONFIDENCE = 30;

/** Guesses the encoding of an undeclared text from its words beyond ASCII. Other words would only indicate English. */
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
  return (best && best.confidence >= MIN_CONFIDENCE && standardName(best.name)) || "windows-1252";
}

/** Returns the bytes of a text decoded as Western. */
const toBytes = (text: string): Uint8Array =>
  Uint8Array.from(text, (letter) => WESTERN_BYTES.get(letter) ?? letter.charCodeAt(0));

/** Characters specific to windows-1252: its bytes 0x80 to 0x9f. */
const WESTERN_BYTES = new Map(
  Array.from({ length: 32 }, (_, index) => [
    new TextDecoder("windows-1252").decode(Uint8Array.of(0x80 + index)),
    0x80 + index,
  ]),
);

/**
 * Repairs UTF-8 that was decoded as a Western encoding ("cafÃ©"). Other texts are unchanged: unless doubly encoded,
 * they are never entirely valid UTF-8.
 */
export function repairDoubleEncoding(text: string): string {
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

const decoding: TextDecoding = {
  decode: (bytes, encoding, isStrict) => new TextDecoder(encoding, { fatal: isStrict }).decode(bytes),
  detect: async (sample) => analyse(sample).map(({ name, confidence }) => ({ encoding: name, confidence })),
};

/** Decodes a file's bytes in the chosen or detected encoding. */
export const decodeTextFile = (bytes: Uint8Array, encoding?: string): Promise<DecodedText> =>
  decodeFile(bytes, decoding, encoding);
