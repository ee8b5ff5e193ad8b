import type { CountOf } from "#shared/mentions/mentions.ts";

import { parseName, type ParsedName } from "./names.ts";

/** Minimum number of occurrences to classify a word by the team's own texts. A list classifies rarer words. */
const MIN_OCCURRENCES = 5;
/** Maximum share of lowercase occurrences of a name. A word with more is an ordinary word. */
const MAX_LOWERCASE_SHARE = 0.1;
/** The same for names of several words, which hasty authors also write in lower case. */
const MAX_LOWERCASE_SHARE_OF_PHRASE = 0.5;
const MIN_ANSWERS = 4;
const MAX_WRONG_SHARE = 0.5;
/**
 * Minimum length of unambiguous names. Shorter ones may be symbols, units or initials, except in scripts without
 * capitals.
 */
const MIN_LENGTH = 3;
const MIN_LENGTH_WITHOUT_CAPITALS = 2;
/** Matches a capital inside a word, as in ChatGPT. No ordinary word has one, so lowercase spellings are only hasty. */
const INNER_CAPITAL = /\p{Ll}.*\p{Lu}/u;

/** True if a name is also an everyday word, a person's name or a symbol. */
export function isAmbiguous(name: string, countOf: CountOf): boolean {
  const parsed = parseName({ name });
  return parsed !== null && isAmbiguousName(parsed, countOf);
}

/** True if people rejected more than half of a name's links, so that only people can create them. */
export function isPersonsOnly(name: string, countOf: CountOf): boolean {
  const parsed = parseName({ name });
  return parsed !== null && isRejectedName(parsed, countOf);
}

export function isRejectedName({ folded }: ParsedName<unknown>, countOf: CountOf): boolean {
  const { right, wrong } = countOf(folded) ?? { right: 0, wrong: 0 };
  return right + wrong >= MIN_ANSWERS && wrong / (right + wrong) > MAX_WRONG_SHARE;
}

/** True if the team's texts have more evidence on a name than the list. */
export const hasEnoughOccurrences = ({ folded }: ParsedName<unknown>, countOf: CountOf): boolean =>
  (countOf(folded)?.seen ?? 0) >= MIN_OCCURRENCES;

export function isAmbiguousName(name: ParsedName<unknown>, countOf: CountOf): boolean {
  if (hasSymbols(name)) return false;
  const { folded, spelled, words } = name;
  const ambiguity = listedAmbiguity(folded);
  const isListed = ambiguity !== "none" && ambiguity !== "famous";
  const [word = ""] = spelled;
  const isSingle = words.length === 1;
  // People's names are capitalised too, so counts can't distinguish them from tools.
  if (ambiguity === "person" || (isSingle && isShort(word))) return true;
  if (!areCountsEvidence(name, countOf)) return isListed;
  const { seen, lower } = countOf(folded) ?? { seen: 1, lower: 0 };
  return isSingle
    ? lower / seen > MAX_LOWERCASE_SHARE
    : isListed || lower / seen > MAX_LOWERCASE_SHARE_OF_PHRASE;
}

/**
 * True if a name's share of lowercase occurrences is evidence. It is none if the official spelling is lowercase, as for
 * pandas. Then the list decides, and after that people's answers.
 */
const areCountsEvidence = (name: ParsedName<unknown>, countOf: CountOf): boolean =>
  hasEnoughOccurrences(name, countOf) &&
  name.spelled.some((word) => word !== word.toLowerCase()) &&
  !name.spelled.some((word) => INNER_CAPITAL.test(word));

/** True for names such as C++ and .NET, which are unambiguous, however short their word is. */
export const hasSymbols = ({ head, tail }: ParsedName<unknown>): boolean => head !== "" || tail !== "";

function isShort(word: string): boolean {
  const hasCase = word.toLowerCase() !== word.toUpperCase();
  return word.length < (hasCase ? MIN_LENGTH : MIN_LENGTH_WITHOUT_CAPITALS) || !/\p{L}/u.test(word);
}

const toSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/u));

/**
 * Names of tools, in lower case, that are also everyday words or technical terms. Capitals at the start of a sentence
 * or in headlines are no evidence for them, even in articles about AI.
 */
const EVERYDAY_NAMES = toSet(`
  abridge amp apollo bard bolt braintrust brave captions century chroma clay comet command consensus continue decagon drift exa fathom fin flow
  flux framer frase freed gamma glean gong granite guru hawk haystack hex hive lambda lavender linear loom luminance make
  marble mem mirage miro modal motion nabla notion operator orca otter phi phoenix pi pinecone pinpoint profound ramp
  reflect replicate rev riverside runway sardine scale scenario snorkel speak spellbook spline stitch surfer
  synthesis tempus together tome tractable transformers trint typeface unstructured upstart vespa wan warp writer you
  zed`);

/** Names of tools that are also people's names. */
const GIVEN_NAMES = toSet(`
  ada aiva amira carla cleo cline cody corti devin dolly harvey heidi jasper jules julius junie leonardo lindy poe rasa ray sierra suki`);

/** People's names that in current texts mostly mean the tool. */
const FAMOUS_NAMES = toSet("claude");

/** Names with other meanings, which rarely occur in articles about AI. */
const RARE_NAMES = toSet(`
  aider alphasense antigravity codex cohere copilot cresta cursor elicit fal falcon gemini gemma granola grok ideogram kensho kimi kiro krea llama
  lovable luma mastra meshy mistral moises murf olmo perplexity pika rogo sora suno undermind veo vidu whisper
  windsurf`);

/** Names of several words that are also everyday phrases. */
const PHRASES: ReadonlySet<string> = new Set([
  "augment code",
  "beautiful ai",
  "boosted ai",
  "browser use",
  "character ai",
  "connected papers",
  "copy ai",
  "d id",
  "duck ai",
  "fireworks ai",
  "full fact ai",
  "glass health",
  "label studio",
  "le chat",
  "let s enhance",
  "lightning ai",
  "move ai",
  "presentations ai",
  "read ai",
  "relevance ai",
  "shift technology",
  "subtle medical",
  "together ai",
  "weights biases",
]);

/** Kind of other meanings that a name has, which determines the evidence needed. */
type Ambiguity = "none" | "famous" | "rare" | "person" | "everyday";

/** Returns the ambiguity of a name, according to the lists. The name is in lower case with single spaces. */
export function listedAmbiguity(name: string): Ambiguity {
  if (FAMOUS_NAMES.has(name)) return "famous";
  if (GIVEN_NAMES.has(name)) return "person";
  if (EVERYDAY_NAMES.has(name) || PHRASES.has(name)) return "everyday";
  return RARE_NAMES.has(name) ? "rare" : "none";
}

/** Words before or after a name that give it another meaning in any article. */
const OTHER_MEANINGS = new Map<string, ReadonlySet<string>>(
  Object.entries({
    apollo: toSet("global management program mission missions"),
    claude: toSet("jean monet debussy shannon juncker"),
    clay: toSet("cassius pottery tablet tablets"),
    falcon: toSet("9 heavy wing"),
    harvey: toSet("hurricane keitel milk weinstein"),
    sierra: toSet("nevada leone"),
    cursor: toSet("mouse text blinking database position positions"),
    gemini: toSet(
      "observatory telescope constellation crypto spacecraft protocol exchange north south trust winklevoss project",
    ),
    lambda: toSet("aws calculus function functions expression expressions school"),
    mistral: toSet("wind gagnant"),
    perplexity: toSet("score scores"),
    phoenix: toSet("arizona suns"),
    pi: toSet("raspberry day"),
    ray: toSet("tracing traced x gamma"),
    runway: toSet("fashion project closed"),
    transformers: toSet(
      "decision diffusion film graph linear movie movies range sentence sparse swin vision",
    ),
  }),
);

/** True if adjacent words give a name another meaning. */
export function isOtherMeaning(
  name: readonly string[],
  { before, after }: { before: string; after: string },
): boolean {
  const others = OTHER_MEANINGS.get(name.join(" "));
  return others !== undefined && (others.has(before) || others.has(after));
}

/** Words, in this spelling, that indicate an article about artificial intelligence. */
export const AI_WORDS = toSet(`
  AI AIs AGI Anthropic Artificial artificial chatbot chatbots ChatGPT Claude Codex Copilot DeepMind DeepSeek Gemini GenAI
  generative GPT Grok LLM LLMs Llama LLaMA Midjourney Mistral Ollama Hugging HuggingFace OpenAI Perplexity Qwen Windsurf agentic xAI`);
