/** The tool that a story may be about. */
export interface NamedTool {
  name: string;
  company: string | null;
  url: string | null;
}

export interface StoryText {
  title: string;
  url: string;
  excerpt?: string | null;
  content?: string | null;
}

/** Names of tools that are everyday words, names of people, or technical terms as well. */
export const AMBIGUOUS_NAMES: ReadonlySet<string> = new Set(
  `ada alphasense amira amp antigravity apollo bolt bard brave captions century chroma clay cleo cody codex cohere
  comet command consensus continue copilot cursor devin dolly drift elicit exa falcon fathom fin flow flux framer frase freed
  gamma gemini gemma glean gong granite granola grok guru harvey hawk haystack heidi hex hive jasper jules julius
  junie kimi kiro krea lambda lavender leonardo linear lindy llama loom lovable luma luminance make marble mastra mem
  meshy mirage miro mistral modal moises motion murf nabla notion operator orca otter perplexity phi phoenix pi pika pinecone
  pinpoint poe profound ramp ray reflect replicate rev riverside rogo runway sardine scale scenario sierra snorkel
  sora speak spellbook spline stitch suki suno surfer synthesis tempus together tome tractable transformers trint typeface
  undermind unstructured upstart veo vespa vidu wan warp whisper windsurf writer you zed`.split(/\s+/u),
);

/** Words that tell that a story is about artificial intelligence; only in this spelling. */
const AI_WORDS = [
  "AI",
  "LLM",
  "LLMs",
  "GenAI",
  "chatbot",
  "generative",
  "machine learning",
  "Artificial intelligence",
];

/** A tool as stories are searched for it; made once for many stories. */
export interface ToolName {
  words: readonly string[];
  spelled: string;
  company: readonly string[];
  host: string;
  isAmbiguous: boolean;
}

export const toolNameOf = ({ name, company, url }: NamedTool): ToolName => ({
  words: foldedWordsOf(name),
  spelled: spaced(wordsOf(name)),
  company: foldedWordsOf(company ?? ""),
  host: hostOf(url),
  isAmbiguous: isAmbiguousName(name),
});

/** True when a story names a tool: by whole words, and for an ambiguous name with what shows that it is meant. */
export const namesTool = (story: StoryText, tool: NamedTool): boolean => readStory(story)(toolNameOf(tool));

/** Reads a story once, to tell then of many tools whether it names them. */
export function readStory({ title, url, excerpt, content }: StoryText): (tool: ToolName) => boolean {
  const raw = wordsOf(`${title} \n ${excerpt ?? ""} \n ${content ?? ""}`);
  const folded = raw.map((word) => word.toLowerCase());
  const known = new Set(folded);
  const spelling = spaced(raw);
  const text = spaced(folded);
  const says = (words: readonly string[]): boolean =>
    words.length > 0 && known.has(words[0] ?? "") && text.includes(spaced(words));

  return ({ words, spelled, company, host, isAmbiguous }) => {
    if (!says(words)) return false;
    if (!isAmbiguous) return true;
    if (host !== "" && (isOn(hostOf(url), host) || says(foldedWordsOf(host)))) return true;
    if (!spelling.includes(spelled)) return false;
    // A company of the same name proves nothing; that the story is about AI has to do.
    const hasOwnName = company.length > 0 && company[0] !== words[0];
    return hasOwnName
      ? says(company) || says([...words, "ai"])
      : AI_WORDS.some((word) => spelling.includes(` ${word} `));
  };
}

/** True for a name of one word that means something else as well, or that is hardly a word. */
export function isAmbiguousName(name: string): boolean {
  const [word = "", ...others] = foldedWordsOf(name);
  return others.length === 0 && (word.length <= 2 || AMBIGUOUS_NAMES.has(word));
}

const wordsOf = (text: string): string[] => text.normalize("NFKC").match(/[\p{L}\p{N}]+/gu) ?? [];
const foldedWordsOf = (text: string): string[] => wordsOf(text).map((word) => word.toLowerCase());
const spaced = (words: readonly string[]): string => ` ${words.join(" ")} `;

/** The host of an address without its "www."; empty for none. */
const hostOf = (address: string | null): string =>
  /^https?:\/\/(?:[^/?#@]*@)?(?:www\.)?([^/?#:]+)/iu.exec(address ?? "")?.[1]?.toLowerCase() ?? "";

const isOn = (host: string, site: string): boolean => host === site || host.endsWith(`.${site}`);
