import { expect, test } from "vitest";

import type { Article } from "#shared/news/news.ts";

import { toRows } from "./article-list.tsx";

const article = (id: string, publishedAt: string): Article => ({
  id,
  title: id,
  content: null,
  excerpt: null,
  url: `https://news.example/${id}`,
  imageUrl: null,
  source: null,
  publishedAt,
  toolId: "tool",
  toolName: "Claude",
  createdAt: publishedAt,
  tool: { name: "Claude", company: null },
  tools: [{ id: "tool", name: "Claude" }],
  alsoIn: [],
  commentCount: 0,
  isRead: false,
  isStarred: false,
});

// Noon in UTC is the same day in nearly all time zones.
const ARTICLES = [
  article("a", "2024-03-04T12:00:00.000Z"),
  article("b", "2024-03-04T11:00:00.000Z"),
  article("c", "2024-03-02T12:00:00.000Z"),
];

test("shows the day and its number of articles at the first article of each day", () => {
  expect(toRows(ARTICLES, 1).map(({ id, day }) => [id, day])).toEqual([
    ["a", { title: "Monday, March 4, 2024", count: "2 articles" }],
    ["b", null],
    ["c", { title: "Saturday, March 2, 2024", count: "1 article" }],
  ]);
});

test("counts all articles of the last day, including those not loaded yet", () => {
  const days = toRows(ARTICLES, 12).map(({ day }) => day?.count);
  expect(days).toEqual(["2 articles", undefined, "12 articles"]);
});
