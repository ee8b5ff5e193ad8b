import { array, assert, constantFrom, oneof, option, property, record, tuple } from "fast-check";
import { describe, expect, test } from "vitest";

import { createNameFinder } from "#shared/mentions/names/name-finder.ts";
import { foldName } from "#shared/mentions/names/names.ts";

import { type ArticleText, findInArticle } from "./mentions.ts";

interface NamedTool {
  name: string;
  company: string | null;
  url: string | null;
}

/** Returns the tools that an article mentions, in the order of their list. */
function toolsNamedIn<Tool extends NamedTool>(tools: readonly Tool[], article: ArticleText): Tool[] {
  const finder = createNameFinder(tools.map((tool, index) => ({ ...tool, target: String(index) })));
  const found = findInArticle(finder, article);
  return tools.filter((_, index) => found.has(String(index)));
}

const namesTool = (article: ArticleText, tool: NamedTool): boolean =>
  toolsNamedIn([tool], article).length > 0;

const TOOLS = {
  Gemini: { company: "Google", url: "https://gemini.google.com" },
  Veo: { company: "Google DeepMind", url: "https://deepmind.google/models/veo/" },
  Grok: { company: "xAI", url: "https://grok.com" },
  Cursor: { company: "Anysphere", url: "https://cursor.com" },
  Claude: { company: "Anthropic", url: "https://claude.ai" },
  Jasper: { company: "Jasper", url: "https://www.jasper.ai" },
  Devin: { company: "Cognition", url: "https://devin.ai" },
  Lambda: { company: "Lambda", url: "https://lambda.ai" },
  Make: { company: "Celonis", url: "https://www.make.com" },
  Operator: { company: "OpenAI", url: null },
  Continue: { company: "Continue", url: "https://continue.dev" },
  Transformers: { company: "Hugging Face", url: "https://huggingface.co/docs/transformers" },
  Pinpoint: { company: "Google", url: "https://journaliststudio.google.com/pinpoint" },
  Runway: { company: "Runway", url: "https://runwayml.com" },
  Clay: { company: "Clay", url: "https://www.clay.com" },
  "Together AI": { company: "Together AI", url: "https://www.together.ai" },
  "Beautiful.ai": { company: "Beautiful.ai", url: "https://www.beautiful.ai" },
  "Le Chat": { company: "Mistral AI", url: "https://chat.mistral.ai" },
  CARLA: { company: "CARLA Team", url: "https://carla.org" },
  Harpoon: { company: "Sea Tools", url: null },
  Marble: { company: "World Labs", url: null },
  Aider: { company: "Paul Gauthier", url: "https://aider.chat" },
} as const;

const FEEDS = {
  google: { title: "Google Developers Blog", url: "https://developers.googleblog.com/rss" },
  keyword: { title: "The Keyword", url: "https://blog.google/rss/" },
  xai: { title: "News", url: "https://x.ai/news/rss.xml" },
  cursor: { title: "Blog", url: "https://cursor.com/rss.xml" },
  huggingFace: { title: "Hugging Face - Blog", url: "https://huggingface.co/blog/feed.xml" },
  gazette: { title: "The Harbour Gazette", url: "https://gazette.example/rss" },
  aiGazette: { title: "AI | The Harbour Gazette", url: "https://gazette.example/ai/rss" },
} as const;

type Case = readonly [feed: keyof typeof FEEDS, tool: keyof typeof TOOLS, title: string];

function isNamed([from, name, title]: Case): boolean {
  const feed = { ...FEEDS[from], siteUrl: null };
  const article = { title, url: "https://elsewhere.example/post", source: feed.title, feed };
  return namesTool(article, { name, ...TOOLS[name] });
}

describe("a tool is named", () => {
  test.each<Case>([
    ["xai", "Grok", "Grok learns to sing"],
    ["xai", "Grok", "Whale songs, sorted: what we learned from Grok"],
    ["google", "Gemini", "Counting whales with Gemini"],
    ["keyword", "Gemini", "Gemini comes to the lighthouse"],
    ["keyword", "Veo", "Filming the sea with Veo"],
    ["cursor", "Cursor", "How Cursor finds its way through large projects"],
    ["huggingFace", "Transformers", "Hear whales better with Transformers"],
    ["huggingFace", "Transformers", "Introducing Transformers for sonar"],
  ])("in a post by its company without the company's name (%s): %s in %j", (...post) => {
    expect(isNamed(post)).toBe(true);
  });

  test.each<Case>([
    ["aiGazette", "Cursor", "Cursor tops a million fishermen"],
    ["aiGazette", "Runway", "Runway raises money for films of the sea"],
    ["aiGazette", "Clay", "Sales crews who work with Clay sell more nets"],
    ["aiGazette", "Jasper", "Jasper launches an editor for captains"],
    ["aiGazette", "Lambda", "Lambda inks a deal with the shipyard"],
    ["aiGazette", "Clay", "Clay's valuation doubles within a tide"],
    ["gazette", "Claude", "Claude Sonnet 4.5 reads nautical charts"],
    ["aiGazette", "Devin", "What we learned after a month with Devin"],
    ["gazette", "Gemini", "Harbour master asks ChatGPT and Gemini for the tide"],
    ["gazette", "Grok", "Grok 4.1 against the harbour's pub quiz"],
    ["gazette", "Together AI", "Shipyard rents computers from Together AI"],
    ["gazette", "Beautiful.ai", "AI slides for captains: Beautiful.ai raises prices"],
    ["gazette", "Claude", "Claude answers the harbour's letters"],
  ])("with context words (%s): %s in %j", (...post) => {
    expect(isNamed(post)).toBe(true);
  });
});

describe("another meaning", () => {
  test.each<Case>([
    ["aiGazette", "Jasper", "Jasper Börnsen explains AI to sailors"],
    ["aiGazette", "Devin", "Devin Okafor joins the AI council"],
    ["gazette", "Claude", "Claude Monet painted this harbour"],
    ["gazette", "Claude", "The lighthouse keeper Claude Petit retires"],
    ["aiGazette", "Lambda", "Lambda Calculus for people who fear AI"],
    ["aiGazette", "Make", "Make AI Fun Again"],
    ["aiGazette", "Make", "Ten habits that make AI safer. Make time for them"],
    ["aiGazette", "Operator", "An AI learns operator precedence"],
    ["aiGazette", "Continue", "AI on the pier. Continue reading"],
    ["aiGazette", "Runway", "The airport's Runway Gets an AI Camera"],
    ["aiGazette", "Clay", "An AI That Sculpts in Clay and Sand"],
    ["aiGazette", "Clay", "An AI dates clay tablets. Clay's secrets come to light"],
    ["aiGazette", "Gemini", "The Gemini crypto exchange hires an AI officer"],
    ["google", "Pinpoint", "How to Pinpoint Flaky Tests"],
    ["google", "Make", "Make Your Site Faster"],
    ["huggingFace", "Transformers", "Sorting songs with Sentence Transformers"],
    ["gazette", "Gemini", "What the stars hold for Gemini in March"],
    ["aiGazette", "Together AI", "Bringing Together AI Researchers"],
    ["aiGazette", "Beautiful.ai", "The most beautiful AI pictures of the sea"],
    ["gazette", "Le Chat", "Le chat du port a disparu"],
    ["gazette", "CARLA", "Carla Nowak sails around the world"],
    ["gazette", "Harpoon", "The museum shows a harpoon"],
    ["aiGazette", "Marble", "A World of Marble and AI"],
    ["gazette", "Aider", "Aider les marins en hiver"],
    ["gazette", "Cursor", "A larger mouse cursor for old sailors"],
  ])("(%s): %s in %j", (...post) => {
    expect(isNamed(post)).toBe(false);
  });
});

describe("many tools at once", () => {
  const parts = constantFrom(
    ...Object.keys(TOOLS).flatMap((name) => [name, name.toLowerCase()]),
    "AI",
    "Google",
    "google.com",
    "raspberry",
    "2.5",
    "Pi",
    "Claude Code",
    "Monet",
    "the",
    "ships",
    ". ",
    // No commas, because an accepted name in a list is evidence for the next name.
    ": ",
    "'s",
    "-",
    "\n",
    "é",
    "LLM",
    "Anysphere",
    "announcing",
    "Together",
    "x.ai",
    "!!!",
    "ＡＩ",
  );
  const text = array(tuple(parts, constantFrom(" ", "", "  ")), { maxLength: 12 }).map((all) =>
    all.flat().join(""),
  );
  const address = option(
    constantFrom("https://cursor.com/blog", "https://blog.google/x", "https://x.ai/", "https://e.example/"),
    { nil: null },
  );
  const article = record({
    title: text,
    url: address.map((url) => url ?? ""),
    excerpt: option(text),
    content: option(text),
    source: option(text),
    feed: option(record({ title: text, url: address.map((url) => url ?? ""), siteUrl: address })),
  });
  const tool = oneof(
    constantFrom(...Object.entries(TOOLS).map(([name, { company, url }]) => ({ name, company, url }))),
    record({ name: text, company: option(text), url: address }),
  );

  const hasSharedWord = (one: string, other: string) => {
    const words = foldName(other).split(" ");
    return foldName(one)
      .split(" ")
      .some((word) => words.includes(word));
  };

  test("are found as if checked one by one, if their names share no word", () => {
    assert(
      property(array(tool, { maxLength: 30 }), article, (tools, told) => {
        const named = toolsNamedIn(tools, told);
        const apart = tools.filter(({ name }) =>
          tools.every((other) => foldName(other.name) === foldName(name) || !hasSharedWord(name, other.name)),
        );
        expect(named.filter((one) => apart.includes(one))).toEqual(
          apart.filter((one) => namesTool(told, one)),
        );
      }),
      { numRuns: 2000 },
    );
  });

  test("are not matched by a longer name", () => {
    const tools = ["Copilot Studio", "Studio", "Zapier"].map((name) => ({ name, company: null, url: null }));
    const named = (title: string) =>
      toolsNamedIn(tools, { title, url: "https://e.example/" }).map(({ name }) => name);
    expect(named("Zapier meets Copilot Studio")).toEqual(["Copilot Studio", "Zapier"]);
    expect(named("Copilot Studio and Studio")).toEqual(["Copilot Studio", "Studio"]);
    expect(named("The AI copilot. Studio of the year: Zapier")).toEqual(["Studio", "Zapier"]);
  });

  test("take time linear in the number of words, even if names begin with the same word", () => {
    const tools = Array.from({ length: 5000 }, (_, index) => ({
      name: `AI ${index}`,
      company: null,
      url: null,
    }));
    const named = toolsNamedIn(tools, { title: "AI 7 and AI 4999 meet AI", url: "https://e.example/" });
    expect(named.map(({ name }) => name)).toEqual(["AI 7", "AI 4999"]);
  });
});

const claude = { name: "Claude", company: "Anthropic", url: "https://claude.ai" };
const cursor = { name: "Cursor", company: "Anysphere", url: "https://www.cursor.com" };
const runway = { name: "Runway", company: "Runway", url: "https://runwayml.com" };
const article = (title: string, rest: { url?: string; content?: string } = {}) => ({
  title,
  url: "https://news.example/story",
  ...rest,
});

describe("an article names a tool", () => {
  test("by whole words, in any case, in title or text", () => {
    expect(namesTool(article("How CLAUDE helps"), claude)).toBe(true);
    expect(namesTool(article("Claude's new trick"), claude)).toBe(true);
    expect(namesTool(article("A new trick", { content: "It was made with claude." }), claude)).toBe(true);
    expect(namesTool(article("Claudette sings"), claude)).toBe(false);
    expect(
      namesTool(article("Notion and Notionless"), { name: "Notion AI", company: "Notion", url: null }),
    ).toBe(false);
    expect(namesTool(article("Otter.ai transcribes"), { name: "Otter.ai", company: null, url: null })).toBe(
      true,
    );
    expect(namesTool(article("An otter swims"), { name: "Otter.ai", company: null, url: null })).toBe(false);
  });

  test("by an ambiguous name only with its company or site, or as an AI of that name", () => {
    expect(namesTool(article("Change your mouse cursor"), cursor)).toBe(false);
    expect(namesTool(article("Cursor speed on Windows"), cursor)).toBe(false);
    expect(namesTool(article("Anysphere, the maker of Cursor, grows"), cursor)).toBe(true);
    expect(namesTool(article("Anysphere moves the cursor of history"), cursor)).toBe(false);
    expect(namesTool(article("Cursor AI is out"), cursor)).toBe(true);
    expect(namesTool(article("Faster cursor indexing", { url: "https://cursor.com/blog/1" }), cursor)).toBe(
      true,
    );
    expect(namesTool(article("Try cursor.com today"), cursor)).toBe(true);
    expect(namesTool(article("Cursor", { url: "https://notcursor.com/" }), cursor)).toBe(false);
  });

  test("by the name of its company if the article is about AI", () => {
    expect(namesTool(article("Runway raises money for AI video"), runway)).toBe(true);
    expect(namesTool(article("Plane leaves the runway, says AI"), runway)).toBe(false);
    expect(namesTool(article("Runway closed after storm"), runway)).toBe(false);
  });

  test("never by a name without letters", () => {
    expect(namesTool(article("!!! wow"), { name: "!!!", company: null, url: null })).toBe(false);
  });
});
