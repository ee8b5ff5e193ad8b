import { describe, expect, test } from "vitest";

import { isSameCluster, toClusterKey, toClusterText } from "./article-cluster.ts";

describe("the key of an article", () => {
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
  ])("distinguishes %j from %j", (a, b) => {
    expect(toClusterKey(a)).not.toBe(toClusterKey(b));
  });

  test.each(["", "!!!", "the of", "  ", "日本語のニュース"])("of %j is not empty", (title) => {
    expect(typeof toClusterKey(title)).toBe("string");
  });

  test("of a very long title is built in time", () => {
    for (const piece of ["- ", "a! ", "((((", " ", "a-"])
      expect(typeof toClusterKey(piece.repeat(300_000))).toBe("string");
  });
});

describe("a cluster", () => {
  const at = (title: string, day: string) =>
    toClusterText({ title, publishedAt: `2026-11-${day}T10:00:00.000Z` });

  test("contains articles with nearly the same title within three days", () => {
    const first = at("Anthropic raises billions in new funding round", "20");
    expect(isSameCluster(first, at("Anthropic raises billions in funding round today", "21"))).toBe(true);
    expect(isSameCluster(first, at("Anthropic raises billions in new funding round", "29"))).toBe(false);
    expect(isSameCluster(first, at("Anthropic opens an office in Munich this year", "20"))).toBe(false);
  });

  test("excludes articles with other numbers or different short titles", () => {
    expect(
      isSameCluster(
        at("Cursor version 2 is out now for all", "20"),
        at("Cursor version 3 is out now for all", "20"),
      ),
    ).toBe(false);
    expect(isSameCluster(at("Claude is down", "20"), at("Claude is back", "20"))).toBe(false);
  });

  test("excludes another release with the same number", () => {
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
