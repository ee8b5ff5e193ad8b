/** Dependencies of decoding: a TextDecoder and, for text that isn't Unicode, a detector. */
export interface TextDecoding {
  /** Throws if `isStrict` is set and the bytes are invalid in this encoding. */
  decode(bytes: Uint8Array, encoding: string, isStrict: boolean): string;
  /** Detects possible encodings, likeliest first, each with a confidence from 0 to 100. */
  detect(sample: Uint8Array): Promise<{ encoding: string; confidence: number }[]>;
}

export interface DecodedText {
  text: string;
  /** Standard name of the encoding, in lower case. */
  encoding: string;
  /** False if another encoding is as likely, so that the user should check. */
  isCertain: boolean;
  /** Number of invalid characters, shown as "�". */
  brokenCount: number;
}

/** Selectable encodings, by TextDecoder name. */
export const TEXT_ENCODINGS: Readonly<Record<string, string>> = {
  "utf-8": "Unicode (UTF-8)",
  "utf-16le": "Unicode (UTF-16 LE)",
  "utf-16be": "Unicode (UTF-16 BE)",
  "windows-1252": "Western European (windows-1252)",
  macintosh: "Western European (Macintosh)",
  "windows-1250": "Central European (windows-1250)",
  "iso-8859-2": "Central European (ISO 8859-2)",
  "windows-1251": "Cyrillic (windows-1251)",
  "koi8-r": "Cyrillic (KOI8-R)",
  "iso-8859-5": "Cyrillic (ISO 8859-5)",
  "windows-1253": "Greek (windows-1253)",
  "windows-1254": "Turkish (windows-1254)",
  "windows-1255": "Hebrew (windows-1255)",
  "windows-1256": "Arabic (windows-1256)",
  "windows-1257": "Baltic (windows-1257)",
  gb18030: "Chinese, simplified (GB18030)",
  big5: "Chinese, traditional (Big5)",
  shift_jis: "Japanese (Shift JIS)",
  "euc-jp": "Japanese (EUC-JP)",
  "iso-2022-jp": "Japanese (ISO-2022-JP)",
  "euc-kr": "Korean (EUC-KR)",
};

// Supersets of detected encodings, which only add characters, so decoding uses them.
const SUPERSET_ENCODINGS: Readonly<Record<string, string>> = {
  "iso-8859-1": "windows-1252",
  "iso-8859-6": "windows-1256",
  "iso-8859-7": "windows-1253",
  "iso-8859-8": "windows-1255",
  "iso-8859-9": "windows-1254",
};

/** Multi-byte encodings. A text is rarely valid in one of these by chance. */
const MULTIBYTE_ENCODINGS: ReadonlySet<string> = new Set([
  "gb18030",
  "big5",
  "shift_jis",
  "euc-jp",
  "iso-2022-jp",
  "euc-kr",
]);
const MIN_CERTAIN_CONFIDENCE = 90;
/** Size of the detector's sample in bytes. A limit, so that large files take no longer. */
const SAMPLE_BYTES = 64 * 1024;
/** Minimum ratio of valid to broken characters beyond ASCII in a UTF-8 text. */
const VALID_PER_BROKEN = 4;

const REPLACEMENT_CHARACTER = 0xfffd;

function countBroken(text: string): number {
  let broken = 0;
  for (let index = 0; index < text.length; index += 1)
    if (text.charCodeAt(index) === REPLACEMENT_CHARACTER) broken += 1;
  return broken;
}

/** True if all characters beyond ASCII are valid, except for a few. */
function isMostlyValid({ text, brokenCount }: DecodedText): boolean {
  if (brokenCount === 0) return true;
  let beyondAscii = 0;
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) > 0x7f) beyondAscii += 1;
  return beyondAscii - brokenCount >= VALID_PER_BROKEN * brokenCount;
}

/**
 * Decodes a file without a declared encoding. Uses a byte order mark, or else UTF-16 or UTF-8 if valid, or else a
 * detector. A UTF-8 text with a few stray bytes remains UTF-8. `chosen` is the user's choice.
 */
export async function decodeFile(
  bytes: Uint8Array,
  { decode, detect }: TextDecoding,
  chosen?: string,
): Promise<DecodedText> {
  const decodeAs = (encoding: string, isCertain: boolean): DecodedText => {
    const text = decode(bytes, encoding, false);
    return { text, encoding, isCertain, brokenCount: countBroken(text) };
  };
  if (chosen !== undefined) return decodeAs(chosen, true);
  const declared = encodingOfBom(bytes);
  if (declared !== undefined) return decodeAs(declared, true);
  const utf16 = detectUtf16(bytes);
  if (utf16?.isCertain) return decodeAs(utf16.encoding, true);
  const unicode = decodeAs("utf-8", true);
  if (isMostlyValid(unicode) && !(unicode.brokenCount === 0 && bytes.includes(ESCAPE))) return unicode;
  if (utf16) return decodeAs(utf16.encoding, false);
  const candidates = (await detect(sampleOf(bytes)))
    .map(({ encoding, confidence }) => ({ encoding: encoding.toLowerCase(), confidence }))
    .map(({ encoding, confidence }) => ({ encoding: SUPERSET_ENCODINGS[encoding] ?? encoding, confidence }))
    .filter(({ encoding }) => Object.hasOwn(TEXT_ENCODINGS, encoding) && !encoding.startsWith("utf"));
  // No character is broken, so the text looked like UTF-8 except for its escapes. Only ISO-2022-JP has such escapes.
  const japanese = candidates.find(({ encoding }) => encoding === "iso-2022-jp");
  if (unicode.brokenCount === 0) return japanese ? decodeAs(japanese.encoding, true) : unicode;
  for (const { encoding, confidence } of candidates) {
    const isMultibyte = MULTIBYTE_ENCODINGS.has(encoding);
    const read = decodeAs(encoding, isMultibyte && confidence >= MIN_CERTAIN_CONFIDENCE);
    if (!isMultibyte || isMostlyValid(read)) return read;
  }
  return decodeAs("windows-1252", false);
}

/** Returns the encoding of a byte order mark. */
export function encodingOfBom([a, b, c]: Uint8Array): string | undefined {
  if (a === 0xef && b === 0xbb && c === 0xbf) return "utf-8";
  if (a === 0xff && b === 0xfe) return "utf-16le";
  if (a === 0xfe && b === 0xff) return "utf-16be";
  return undefined;
}

const ESCAPE = 0x1b;
/**
 * Minimum share of NUL bytes in UTF-16. In ASCII text encoded as UTF-16, half of the bytes are NUL; in UTF-8, hardly
 * any.
 */
const MIN_NUL_SHARE = 0.2;

/** Detects UTF-16 without a byte order mark: the NULs of its ASCII characters are only in every other byte. */
function detectUtf16(bytes: Uint8Array): { encoding: string; isCertain: boolean } | undefined {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const nuls = [0, 0];
  for (const [index, byte] of sample.entries()) if (byte === 0) nuls[index % 2] = (nuls[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = nuls;
  if (even + odd === 0 || Math.min(even, odd) * VALID_PER_BROKEN > Math.max(even, odd)) return undefined;
  return {
    encoding: odd > even ? "utf-16le" : "utf-16be",
    isCertain: even + odd >= MIN_NUL_SHARE * sample.length,
  };
}

/** Returns the part of a file for the detector, from shortly before its first byte beyond ASCII. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte > 0x7f || byte === ESCAPE);
  const start = Math.max(0, first - SAMPLE_BYTES / 8);
  return bytes.subarray(start, start + SAMPLE_BYTES);
}

const EXCERPT = /[^\n\r]{0,30}[^\p{ASCII}][^\n\r]{0,30}/gu;
const MAX_SEARCHED_LENGTH = 200_000;

/** Returns excerpts with characters beyond ASCII, so that the user can check the encoding. */
export function excerptsBeyondAscii(text: string, most = 3): string[] {
  const first = text.search(/[^\p{ASCII}]/u);
  if (first < 0) return [];
  const searched = text.slice(Math.max(0, first - 30), first + MAX_SEARCHED_LENGTH);
  const excerpts = new Set<string>();
  for (const [excerpt] of searched.matchAll(EXCERPT)) {
    excerpts.add(excerpt.trim());
    if (excerpts.size === most) break;
  }
  return [...excerpts];
}
