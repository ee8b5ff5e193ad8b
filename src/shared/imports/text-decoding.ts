/** What decoding needs of its surroundings: a TextDecoder and, for what is no Unicode, a detector. */
export interface TextDecoding {
  /** Throws where `isStrict` and the bytes are none of this encoding. */
  decode(bytes: Uint8Array, encoding: string, isStrict: boolean): string;
  /** The encodings that bytes may be in, the likeliest first, with 0 to 100 for how likely each is. */
  detect(sample: Uint8Array): Promise<{ encoding: string; confidence: number }[]>;
}

export interface DecodedText {
  text: string;
  /** The standard's name of the encoding, in lower case. */
  encoding: string;
  /** False where another encoding is as likely, so that somebody has to look. */
  isCertain: boolean;
  /** How many characters are broken and stand as "�". */
  brokenCount: number;
}

/** The encodings to choose from, by the names that a TextDecoder knows. */
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

// What a detector calls the beginnings of these is written in them: they only add characters.
const SUPERSETS: Readonly<Record<string, string>> = {
  "iso-8859-1": "windows-1252",
  "iso-8859-6": "windows-1256",
  "iso-8859-7": "windows-1253",
  "iso-8859-8": "windows-1255",
  "iso-8859-9": "windows-1254",
};

/** Encodings whose bytes depend on each other, so that a text that is valid in one hardly ever is by chance. */
const MULTIBYTE: ReadonlySet<string> = new Set([
  "gb18030",
  "big5",
  "shift_jis",
  "euc-jp",
  "iso-2022-jp",
  "euc-kr",
]);
const SURE_CONFIDENCE = 90;
/** What a detector is given, so that it takes no longer for a larger file. */
const SAMPLE_BYTES = 64 * 1024;
/** A UTF-8 text may have one broken character on so many whole ones beyond ASCII. */
const WHOLE_PER_BROKEN = 4;

const BROKEN = 0xfffd;

function countBroken(text: string): number {
  let broken = 0;
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) === BROKEN) broken += 1;
  return broken;
}

/** Whether the characters beyond ASCII are whole, but for a few that strayed in. */
function isMostlyWhole({ text, brokenCount }: DecodedText): boolean {
  if (brokenCount === 0) return true;
  let beyondAscii = 0;
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) > 0x7f) beyondAscii += 1;
  return beyondAscii - brokenCount >= WHOLE_PER_BROKEN * brokenCount;
}

/**
 * The text of a file that says nothing of its encoding: a byte order mark decides, then whether it is UTF-16 or UTF-8,
 * then a detector. A UTF-8 text with a few stray bytes stays one. `chosen` is what somebody said it is in.
 */
export async function decodeFile(
  bytes: Uint8Array,
  { decode, detect }: TextDecoding,
  chosen?: string,
): Promise<DecodedText> {
  const as = (encoding: string, isCertain: boolean): DecodedText => {
    const text = decode(bytes, encoding, false);
    return { text, encoding, isCertain, brokenCount: countBroken(text) };
  };
  if (chosen !== undefined) return as(chosen, true);
  const marked = encodingOfBom(bytes);
  if (marked !== undefined) return as(marked, true);
  const wide = wideEncoding(bytes);
  if (wide?.isCertain) return as(wide.encoding, true);
  const unicode = as("utf-8", true);
  if (isMostlyWhole(unicode) && !(unicode.brokenCount === 0 && bytes.includes(ESCAPE))) return unicode;
  if (wide) return as(wide.encoding, false);
  const candidates = (await detect(sampleOf(bytes)))
    .map(({ encoding, confidence }) => ({ encoding: encoding.toLowerCase(), confidence }))
    .map(({ encoding, confidence }) => ({ encoding: SUPERSETS[encoding] ?? encoding, confidence }))
    .filter(({ encoding }) => Object.hasOwn(TEXT_ENCODINGS, encoding) && !encoding.startsWith("utf"));
  // Without broken characters: it was UTF-8 but for its escapes, which only the Japanese encoding has.
  const japanese = candidates.find(({ encoding }) => encoding === "iso-2022-jp");
  if (unicode.brokenCount === 0) return japanese ? as(japanese.encoding, true) : unicode;
  for (const { encoding, confidence } of candidates) {
    const isMultibyte = MULTIBYTE.has(encoding);
    const read = as(encoding, isMultibyte && confidence >= SURE_CONFIDENCE);
    if (!isMultibyte || isMostlyWhole(read)) return read;
  }
  return as("windows-1252", false);
}

/** The encoding that a byte order mark names. */
export function encodingOfBom([a, b, c]: Uint8Array): string | undefined {
  if (a === 0xef && b === 0xbb && c === 0xbf) return "utf-8";
  if (a === 0xff && b === 0xfe) return "utf-16le";
  if (a === 0xfe && b === 0xff) return "utf-16be";
  return undefined;
}

const ESCAPE = 0x1b;
/** In a UTF-16 text of ASCII letters it is half; a UTF-8 text has hardly any. */
const NUL_SHARE = 0.2;

/** UTF-16 without a mark: the NULs of its ASCII letters, line breaks among them, stand in every other byte only. */
function wideEncoding(bytes: Uint8Array): { encoding: string; isCertain: boolean } | undefined {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const nuls = [0, 0];
  for (const [index, byte] of sample.entries()) if (byte === 0) nuls[index % 2] = (nuls[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = nuls;
  if (even + odd === 0 || Math.min(even, odd) * WHOLE_PER_BROKEN > Math.max(even, odd)) return undefined;
  return {
    encoding: odd > even ? "utf-16le" : "utf-16be",
    isCertain: even + odd >= NUL_SHARE * sample.length,
  };
}

/** The part of a file that a detector is given: from a little before its first byte beyond ASCII. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte > 0x7f || byte === ESCAPE);
  const start = Math.max(0, first - SAMPLE_BYTES / 8);
  return bytes.subarray(start, start + SAMPLE_BYTES);
}

const EXCERPT = /[^\n\r]{0,30}[^\p{ASCII}][^\n\r]{0,30}/gu;
const SEARCHED_LENGTH = 200_000;

/** Some places of a text with characters beyond ASCII, by which a person sees whether its encoding is right. */
export function excerptsBeyondAscii(text: string, most = 3): string[] {
  const first = text.search(/[^\p{ASCII}]/u);
  if (first < 0) return [];
  const searched = text.slice(Math.max(0, first - 30), first + SEARCHED_LENGTH);
  const excerpts = new Set<string>();
  for (const [excerpt] of searched.matchAll(EXCERPT)) {
    excerpts.add(excerpt.trim());
    if (excerpts.size === most) break;
  }
  return [...excerpts];
}
