import { describe, expect, test } from "vitest";

import { isSameCluster, toClusterKey, toClusterText } from "./article-cluster.ts";
import { namesTool } from "./news-relevance.ts";

describe("the key of a story", () => {
  test.each([
    ["OpenAI launches GPT-5", "OpenAI Launches GPT-5!"],
    ["OpenAI launches GPT-5 for everyone", "OpenAI launches GPT-5 for everyone - The Verge"],
    ["OpenAI launches GPT-5 for everyone", "OpenAI launches GPT-5 for everyone | TechCrunch"],
    ["Claude comes to the café", "Claude comes to a cafe"],
    ["Anthropic buys Bun", "Bun: Anthropic buys"],
  ])("is the same for %j and %j", (a, b) => {
    expect(toClusterKey(a)).toBe(toClusterKey(b));
  });

  test.each([
    ["OpenAI launches GPT-4", "OpenAI launches GPT-5"],
    ["Claude 4 - now for everyone", "Claude 4 - now in Europe"],
    ["Introducing the new Claude - version 3", "Introducing the new Claude - version 4"],
  ])("tells %j from %j", (a, b) => {
    expect(toClusterKey(a)).not.toBe(toClusterKey(b));
  });

  test.each(["", "!!!", "the of", "  ", "日本語のニュース"])("of %j is a text all the same", (title) => {
    expect(typeof toClusterKey(title)).toBe("string");
  });

  test("of a very long title does not take for ever", () => {
    for (const piece of ["- ", "a! ", "((((", " ", "a-"])
      expect(typeof toClusterKey(piece.repeat(300_000))).toBe("string");
  });
});

describe("one story", () => {
  const at = (title: string, day: string) =>
    toClusterText({ title, publishedAt: `2026-11-${day}T10:00:00.000Z` });

  test("is told under nearly the same title within three days", () => {
    const first = at("Anthropic raises billions in new funding round", "20");
    expect(isSameCluster(first, at("Anthropic raises billions in funding round today", "21"))).toBe(true);
    expect(isSameCluster(first, at("Anthropic raises billions in new funding round", "29"))).toBe(false);
    expect(isSameCluster(first, at("Anthropic opens an office in Munich this year", "20"))).toBe(false);
  });

  test("is another one when a number differs, or when a short title does", () => {
    expect(
      isSameCluster(
        at("Cursor version 2 is out now for all", "20"),
        at("Cursor version 3 is out now for all", "20"),
      ),
    ).toBe(false);
    expect(isSameCluster(at("Claude is down", "20"), at("Claude is back", "20"))).toBe(false);
  });

  test("is another one when what is told of is another release of the same number", () => {
    const full = at("Humpback 4.6 now swims with every crew", "20");
    for (const title of [
      "Humpback 4.6 (fast mode) now swims with every crew",
      "Humpback 4.6 Mini now swims with every crew",
      "Humpback-4.6-mini now swims with every crew",
    ])
      expect(isSameCluster(full, at(title, "21"))).toBe(false);
    expect(isSameCluster(full, at("Humpback 4.6 now swims with every crew (updated)", "21"))).toBe(true);
  });
});

const claude = { name: "Claude", company: "Anthropic", url: "https://claude.ai" };
const cursor = { name: "Cursor", company: "Anysphere", url: "https://www.cursor.com" };
const runway = { name: "Runway", company: "Runway", url: "https://runwayml.com" };
const story = (title: string, rest: { url?: string; content?: string } = {}) => ({
  title,
  url: "https://news.example/story",
  ...rest,
});

describe("a story names a tool", () => {
  test("by whole words, in any case, in title or text", () => {
    expect(namesTool(story("How CLAUDE helps"), claude)).toBe(true);
    expect(namesTool(story("Claude's new trick"), claude)).toBe(true);
    expect(namesTool(story("A new trick", { content: "It was made with claude." }), claude)).toBe(true);
    expect(namesTool(story("Claudette sings"), claude)).toBe(false);
    expect(
      namesTool(story("Notion and Notionless"), { name: "Notion AI", company: "Notion", url: null }),
    ).toBe(false);
    expect(namesTool(story("Otter.ai transcribes"), { name: "Otter.ai", company: null, url: null })).toBe(
      true,
    );
    expect(namesTool(story("An otter swims"), { name: "Otter.ai", company: null, url: null })).toBe(false);
  });

  test("under an ambiguous name only with its company, its site, or as an AI of that name", () => {
    expect(namesTool(story("Change your mouse cursor"), cursor)).toBe(false);
    expect(namesTool(story("Cursor speed on Windows"), cursor)).toBe(false);
    expect(namesTool(story("Anysphere, the maker of Cursor, grows"), cursor)).toBe(true);
    expect(namesTool(story("Anysphere moves the cursor of history"), cursor)).toBe(false);
    expect(namesTool(story("Cursor AI is out"), cursor)).toBe(true);
    expect(namesTool(story("Faster cursor indexing", { url: "https://cursor.com/blog/1" }), cursor)).toBe(
      true,
    );
    expect(namesTool(story("Try cursor.com today"), cursor)).toBe(true);
    expect(namesTool(story("Cursor", { url: "https://notcursor.com/" }), cursor)).toBe(false);
  });

  test("that is called like its company, where the story is about AI", () => {
    expect(namesTool(story("Runway raises money for AI video"), runway)).toBe(true);
    expect(namesTool(story("Plane leaves the runway, says AI"), runway)).toBe(false);
    expect(namesTool(story("Runway closed after storm"), runway)).toBe(false);
  });

  test("a name without letters names nothing", () => {
    expect(namesTool(story("!!! wow"), { name: "!!!", company: null, url: null })).toBe(false);
  });
});
