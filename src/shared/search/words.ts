import { lazy } from "#shared/kernel/lazy.ts";

/**
 * Matches a letter of a script written without spaces, with its vowel signs, or of Hangul. The index stores each as a
 * word and finds longer words as phrases.
 */
const LETTER = ["Han", "Hiragana", "Katakana", "Bopomofo", "Hangul", "Thai", "Lao", "Khmer", "Myanmar"]
  .map((script) => String.raw`\p{Script_Extensions=${script}}`)
  .join("");
export const UNSPACED_LETTER = String.raw`(?=[\p{L}\p{N}])[${LETTER}]\p{M}*`;

const UNSPACED = new RegExp(UNSPACED_LETTER, "u");
/** Matches all these letters and some others. It is checked first, because it takes a tenth of the time. */
const POSSIBLY_UNSPACED = /[\u0e00-\u1fff\u2e80-\uffff]/;
const UNSPACED_LETTERS = new RegExp(UNSPACED_LETTER, "gu");

/** True if a text contains words without spaces between them. */
export const isUnspaced = (text: string): boolean => POSSIBLY_UNSPACED.test(text) && UNSPACED.test(text);

/** Puts a separator on both sides of each letter that is a word of the index. */
export const separateLetters = (text: string, separator: string): string =>
  isUnspaced(text) ? text.replaceAll(UNSPACED_LETTERS, `${separator}$&${separator}`) : text;

/**
 * Matches long runs of marks, which take quadratic time. UAX #15 prescribes a joiner after 30 marks in a "stream-safe"
 * text.
 */
const LONG_MARKS = /\p{M}{30}(?=\p{M})/gu;
const JOINER = "\u034f";

/** Normalizes a text in linear time. */
export const normalizeText = (text: string, form: "NFC" | "NFKC" | "NFKD"): string =>
  text.replaceAll(LONG_MARKS, `$&${JOINER}`).normalize(form);

const WORD_WITH_MARKS = /[\p{L}\p{N}\p{M}]+/gu;

/** Returns a text with each letter in one form, such as half-width ｶ as カ, and decomposed Hangul as syllables. */
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

/** Splits a text without spaces into words. Uses the dictionary of its language. */
const segmentWords = (text: string): string[] =>
  Array.from(segmenter().segment(text)).flatMap(({ segment, isWordLike }) =>
    isWordLike === true ? segment : [],
  );

/** Counts the words of a text, whether or not spaces separate them. */
export const countWords = (text: string): number =>
  isUnspaced(text) ? segmentWords(text).length : text.split(/\s+/u).filter((word) => word !== "").length;

/** Words that occur in any question in Chinese, Japanese, Thai or Korean, as the segmenter splits them. */
const commonWords = lazy(
  () =>
    new Set(
      `的 了 吗 嗎 呢 吧 是 在 有 和 与 與 或 及 我 你 您 他 她 它 我们 我們 你们 你們 他们 他們 这 這 这个 這個 这些 這些 那 那个 那個 那些
  哪 哪个 哪個 哪些 哪里 哪裡 什么 什麼 谁 誰 怎么 怎麼 怎样 怎樣 怎么样 怎麼樣 如何 为什么 為什麼 什么时候 什麼時候 多少 几 幾 可以 能 会 會
  要 到 把 被 就 都 也 很 不 何 私
  から まで より など とか だけ しか でも ので のに です ます まし した せん ません でした でしょう しょう すか くだ さい ください
  する して しない いる いた いて てい いい よい ある あり ありま あった なる なった れる られ られる われ たい ない なく たら なら れば
  これ それ あれ この その あの ここ そこ どの どれ どこ どう どんな なに なぜ いつ だれ こと もの よう ため べき もう まだ また って
  という として について による
  ที่ และ ของ ใน การ ความ จะ ให้ กับ หรือ ได้ ไหม เรา อะไร ทำไม ถึง ไม่ ใคร เป็น คน เมื่อ ไหร่ นี่ คือ มี บ้าง อยู่ แล้ว ว่า
  무엇 무슨 어떤 어떻게 어디 언제 누가 누구 왜 우리 합니까 합니다 하나요 하는 할까요 있나요 있는 있습니까 있습니다
  되나요 됩니까 됩니다 인가요 입니까 입니다 이것 그것 및 또는`.split(/\s+/u),
    ),
);

/** Matches a Japanese particle or part of an ending, as the segmenter splits it off. */
const SINGLE_KANA = /^\p{Script=Hiragana}$/u;
/** Endings of Japanese words: 使い and 使う are forms of one word. */
const JAPANESE_ENDING = /(?<=\p{Script=Han})\p{Script=Hiragana}+$/u;
/** Particles of Korean, and endings of verbs made from nouns, after at least two syllables. */
const KOREAN_ENDING =
  /^(\p{Script=Hangul}{2,}?)(?:은|는|이|가|을|를|의|에|에서|에게|으로|로|와|과|도|만|까지|부터|보다|하는|하다|한다|하고|하면|할|한|했습니다|합니다|합니까|하나요|할까요|되는|된|될|됩니다|됩니까|되나요|입니다|입니까|인가요){1,2}$/u;

/** Returns a text's keywords: its words without endings, except common ones. */
export const segmentKeywords = (text: string): string[] =>
  isUnspaced(text)
    ? segmentWords(text)
        .map((word) => word.replace(JAPANESE_ENDING, "").replace(KOREAN_ENDING, "$1"))
        .filter((word) => !SINGLE_KANA.test(word) && !commonWords().has(word))
    : [text];

/** Minimum score of the best sentence to show it as an answer, or as a passage that may not answer. */
export const ANSWER_SCORE = 0.6;
export const PASSAGE_SCORE = 0.47;

export const MAX_QUESTION_LENGTH = 1000;

export const ANSWER_LEVELS = ["answer", "closest", "none"] as const;
export type AnswerLevel = (typeof ANSWER_LEVELS)[number];

const MIN_QUESTION_WORDS = 4;

/** True if a search may be a question: it ends with a question mark, or has four or more words and no filters. */
export function isQuestion(typed: string): boolean {
  const text = typed.trim();
  if (/[?？؟]$/u.test(text)) return /[\p{L}\p{N}]/u.test(text);
  return countWords(text) >= MIN_QUESTION_WORDS && !/(?:^|\s)-?\p{L}+:\S|"/u.test(text);
}
