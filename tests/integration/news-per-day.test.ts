import { expect, test } from "vitest";

import { buildFoundArticle } from "#tests/support/found.ts";
import { type Newsroom, newsroom } from "#tests/support/newsroom.ts";

/** The number of articles for Ada by day, without empty days. */
const perDay = ({ call, ada }: Newsroom, timeZone: string) =>
  call(ada, "GET", `/trpc/news.perDay?input=${encodeURIComponent(JSON.stringify({ timeZone }))}`);

test("counts news by the reader's days, thirty of them, and each cluster once", async () => {
  const room = await newsroom();
  const article = (title: string, publishedAt: string) =>
    buildFoundArticle({
      title,
      publishedAt,
      url: `https://news.example/${title.replaceAll(" ", "-")}-${publishedAt}`,
    });
  await room.publish(
    article("Claude learns to sing", "2026-11-20T23:30:00.000Z"),
    article("Claude learns to sing!", "2026-11-20T23:50:00.000Z"),
    article("Claude wins a prize at the fair", "2026-11-20T12:00:00.000Z"),
    article("Claude is translated into Latin", "2026-10-22T22:30:00.000Z"),
    article("Claude is much older than the chart", "2026-09-01T12:00:00.000Z"),
  );
  const counts = async (timeZone: string) => {
    const { status, body } = await perDay(room, timeZone);
    expect(status).toBe(200);
    expect(body.result.data.days).toHaveLength(30);
    return Object.fromEntries(
      body.result.data.days
        .filter(({ count }: { count: number }) => count > 0)
        .map(({ day, count }: { day: string; count: number }) => [day, count]),
    );
  };
  expect(await counts("UTC")).toEqual({ "2026-11-20": 2 });
  expect(await counts("Europe/Berlin")).toEqual({ "2026-10-23": 1, "2026-11-20": 1, "2026-11-21": 1 });
});

test("refuses an unknown time zone with a message", async () => {
  const { status, body } = await perDay(await newsroom(), "Mars/Olympus");
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain("Please enter a time zone, for example Europe/Berlin");
});
