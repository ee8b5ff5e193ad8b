const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/u));

/**
 * Names of tools, in lower case, that are also everyday words or technical terms. Capitals at the start of a sentence
 * or in headlines are no evidence, not even in articles about AI.
 */
const EVERYDAY_NAMES = words(`
  abridge amp apollo bard bolt braintrust brave captions century chroma clay comet command consensus continue decagon drift exa fathom fin flow
  flux framer frase freed gamma glean gong granite guru hawk haystack hex hive lambda lavender linear loom luminance make
  marble mem mirage miro modal motion nabla notion operator orca otter phi phoenix pi pinecone pinpoint profound ramp
  reflect replicate rev riverside runway sardine scale scenario snorkel speak spellbook spline stitch surfer
  synthesis tempus together tome tractable transformers trint typeface unstructured upstart vespa wan warp writer you
  zed`);

/** Names of tools that are also people's names. */
const GIVEN_NAMES = words(`
  ada aiva amira carla cleo cline cody corti devin dolly harvey heidi jasper jules julius junie leonardo lindy poe rasa ray sierra suki`);

/** People's names that in current texts mostly mean the tool. */
const FAMOUS_NAMES = words("claude");

/** Names with other meanings, which rarely occur in articles about AI. */
const RARE_NAMES = words(`
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

/** Degree to which a name has other meanings, which determines the evidence needed. */
type Ambiguity = "none" | "famous" | "rare" | "person" | "everyday";

/** Returns the ambiguity of a name, given in lower case with single spaces, from the lists. */
export function listedAmbiguity(name: string): Ambiguity {
  if (FAMOUS_NAMES.has(name)) return "famous";
  if (GIVEN_NAMES.has(name)) return "person";
  if (EVERYDAY_NAMES.has(name) || PHRASES.has(name)) return "everyday";
  return RARE_NAMES.has(name) ? "rare" : "none";
}

/** Words after or before a name that give it another meaning in any article. */
const OTHER_THINGS = new Map<string, ReadonlySet<string>>(
  Object.entries({
    apollo: words("global management program mission missions"),
    claude: words("jean monet debussy shannon juncker"),
    clay: words("cassius pottery tablet tablets"),
    falcon: words("9 heavy wing"),
    harvey: words("hurricane keitel milk weinstein"),
    sierra: words("nevada leone"),
    cursor: words("mouse text blinking database position positions"),
    gemini: words(
      "observatory telescope constellation crypto spacecraft protocol exchange north south trust winklevoss project",
    ),
    lambda: words("aws calculus function functions expression expressions school"),
    mistral: words("wind gagnant"),
    perplexity: words("score scores"),
    phoenix: words("arizona suns"),
    pi: words("raspberry day"),
    ray: words("tracing traced x gamma"),
    runway: words("fashion project closed"),
    transformers: words(
      "decision diffusion film graph linear movie movies range sentence sparse swin vision",
    ),
  }),
);

/** True next to words that give a name another meaning. */
export function isOtherMeaning(
  name: readonly string[],
  { before, behind }: { before: string; behind: string },
): boolean {
  const others = OTHER_THINGS.get(name.join(" "));
  return others !== undefined && (others.has(before) || others.has(behind));
}

/** Words, in this spelling, that indicate an article about artificial intelligence. */
export const AI_WORDS = words(`
  AI AIs AGI Anthropic Artificial artificial chatbot chatbots ChatGPT Claude Codex Copilot DeepMind DeepSeek Gemini GenAI
  generative GPT Grok LLM LLMs Llama LLaMA Midjourney Mistral Ollama Hugging HuggingFace OpenAI Perplexity Qwen Windsurf agentic xAI`);
