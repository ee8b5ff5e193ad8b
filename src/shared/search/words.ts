import { lazy } from "#shared/kernel/lazy.ts";

/**
 * Letter of a script without spaces between words, with its vowel signs. Each is a word of the index, and a word of
 * several letters is found as a phrase. So is Hangul, since particles attach to its words.
 */
const LETTER = ["Han", "Hiragana", "Katakana", "Bopomofo", "Hangul", "Thai", "Lao", "Khmer", "Myanmar"]
  .map((script) => String.raw`\p{Script_Extensions=${script}}`)
  .join("");
export const UNSPACED_LETTER = String.raw`(?=[\p{L}\p{N}])[${LETTER}]\p{M}*`;

const UNSPACED = new RegExp(UNSPACED_LETTER, "u");
/** Contains all such letters, and is checked first because it takes a tenth of the time. */
const MAYBE_UNSPACED = /[\u0e00-\u1fff\u2e80-\uffff]/;
const UNSPACED_LETTERS = new RegExp(UNSPACED_LETTER, "gu");

/** True if a text contains words without spaces between them. */
export const isUnspaced = (text: string): boolean => MAYBE_UNSPACED.test(text) && UNSPACED.test(text);

/** Puts a separator on both sides of each letter that is a word of the index. */
export const separateLetters = (text: string, separator: string): string =>
  isUnspaced(text) ? text.replaceAll(UNSPACED_LETTERS, `${separator}$&${separator}`) : text;

/** A long run of marks takes quadratic time. UAX #15 prescribes a joiner after 30 marks of a "stream-safe" text. */
const LONG_MARKS = /\p{M}{30}(?=\p{M})/gu;
const JOINER = "\u034f";

/** Normalizes a text in linear time. */
export const normalizeText = (text: string, form: "NFC" | "NFKC" | "NFKD"): string =>
  text.replaceAll(LONG_MARKS, `$&${JOINER}`).normalize(form);

const WORD_WITH_MARKS = /[\p{L}\p{N}\p{M}]+/gu;

/** Returns a text with its letters in one form, such as half-width ｶ as カ, and Hangul of parts as syllables. */
export const unifyLetters = (text: string): string =>
  /[^\p{ASCII}]/u.test(text) ? text.replaceAll(WORD_WITH_MARKS, (word) => normalizeText(word, "NFKC")) : text;

const ACCENTS = /[\u0300-\u036f]/gu;
/** Matches accents to remove. "й" and "ё" are letters of their own, but "é" is an e. */
const ACCENTS_OF_LETTERS = /([\p{Script=Latin}\p{Script=Greek}])[\u0300-\u036f]+/gu;

/** Returns a word as the index compares it: without case and accents. */
export const foldWord = (word: string): string =>
  /[^\p{ASCII}]/u.test(word)
    ? normalizeText(word, "NFKD")
        .replaceAll(ACCENTS_OF_LETTERS, "$1")
        .normalize("NFC")
        .replaceAll(ACCENTS, "")
        .toLowerCase()
        .replaceAll("ς", "σ")
    : word.toLowerCase();

const segmenter = lazy(() => new Intl.Segmenter("en", { granularity: "word" }));

/** Splits a text without spaces into its words, by a dictionary of its language. */
const segmentWords = (text: string): string[] =>
  Array.from(segmenter().segment(text)).flatMap(({ segment, isWordLike }) =>
    isWordLike === true ? segment : [],
  );

/** Counts words that are separated by spaces, and those that aren't. */
export const countWords = (text: string): number =>
  isUnspaced(text) ? segmentWords(text).length : text.split(/\s+/u).filter((word) => word !== "").length;

/** Particles and endings of Japanese, which occur in every sentence. */
const PARTICLE = /^\p{Script=Hiragana}{1,3}$/u;
/** Words that occur in every question, in Chinese, Japanese, Thai and Korean, without endings. */
const commonWords = lazy(
  () =>
    new Set(
      `的 了 吗 嗎 呢 吧 是 在 有 和 与 與 或 及 我 你 您 他 她 它 我们 我們 你们 你們 他们 他們 这 這 这个 這個 这些 這些 那 那个 那個 那些
  哪 哪个 哪個 哪些 哪里 哪裡 什么 什麼 谁 誰 怎么 怎麼 怎样 怎樣 怎么样 怎麼樣 如何 为什么 為什麼 什么时候 什麼時候 多少 几 幾 可以 能 会 會
  要 到 把 被 就 都 也 很 不 何 私
  ที่ และ ของ ใน การ ความ จะ ให้ กับ หรือ ได้ ไหม เรา อะไร ทำไม ถึง ไม่ ใคร เป็น คน เมื่อ ไหร่ นี่ คือ มี บ้าง อยู่ แล้ว ว่า
  무엇 무슨 어떤 어떻 어디 언제 누가 누구 왜 우리 합니 하나 할까 있나 있는 있습 되나 됩니 인가 입니 이것 그것 및 또는`.split(
        /\s+/u,
      ),
    ),
);

/** Endings of Japanese words, and particles and endings of Korean ones: 使い and 使う are forms of one word. */
const ENDING = /(?<=\p{Script=Han})\p{Script=Hiragana}+$|(?<=^\p{Script=Hangul}{2})\p{Script=Hangul}+$/u;

/** Splits a text without spaces into words that tell it apart, without their endings. */
export const segmentRareWords = (text: string): string[] =>
  isUnspaced(text)
    ? segmentWords(text)
        .filter((word) => !PARTICLE.test(word))
        .map((word) => word.replace(ENDING, ""))
        .filter((word) => !commonWords().has(word))
    : [text];
