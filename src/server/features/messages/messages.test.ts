import { expect, test } from "vitest";

import { eventText } from "#shared/kernel/event-words.ts";
import { exampleBrief } from "#tests/support/brief-example.ts";

import { asDiscord, asSlack, asTeams } from "./as-chat.ts";
import { asMail } from "./as-mail.ts";
import { briefMessage, limitLines, type Message, type MessageLine, subjectOf } from "./message.ts";

const ORIGIN = "https://stackloop.example.com";
const FOOTER = {
  text: "Because you asked.",
  link: { label: "Unsubscribe", url: `${ORIGIN}/mail/unsubscribe?a=1&b=2` },
};

const lines = (count: number, more: Partial<MessageLine> = {}): MessageLine[] =>
  Array.from({ length: count }, (_, index) => ({
    title: `Tool ${index}`,
    url: `${ORIGIN}/tools/${index}`,
    facts: ["Trial → Adopt"],
    text: "It is fast",
    ...more,
  }));

const message = (sections: Message["sections"], more: Partial<Message> = {}): Message => ({
  title: "Weekly",
  intro: "",
  sections,
  link: { label: "Open the brief", url: `${ORIGIN}/brief` },
  ...more,
});

const many = message([
  { title: "Decisions", lines: lines(10_000), more: 0 },
  { title: "New tools", lines: lines(3), more: 2 },
]);

const hostile = message([
  {
    title: "<b>*x*",
    lines: lines(1, {
      title: '<!channel> "a" <img src=x onerror=1> [b](javascript:1) & @everyone',
      url: `${ORIGIN}/t?a=1&b=")>|`,
      text: "<script>alert(1)</script> ](x",
    }),
    more: 0,
  },
]);

test("names the first item in the subject", () => {
  expect(subjectOf([{ title: "", lines: lines(1), more: 0 }])).toBe("Tool 0");
  expect(subjectOf(many.sections)).toBe("Tool 0, and 10,004 more");
  const long = subjectOf([{ title: "", lines: lines(2, { title: "x\r\nBcc: y ".repeat(100) }), more: 0 }]);
  expect(long).toMatch(/^x Bcc: y .*…, and 1 more$/u);
  expect(long.length).toBeLessThanOrEqual(150);
});

test("cuts the longest sections first, and counts the omitted lines", () => {
  const cut = limitLines(many, 20);
  expect(cut.sections.map(({ lines: shown, more }) => [shown.length, more])).toEqual([
    [17, 9983],
    [3, 2],
  ]);
});

test("writes 10,000 events as a mail of sensible length with a link", () => {
  const { subject, text, html } = asMail(many, FOOTER);
  expect(subject).toBe("Weekly");
  expect(Buffer.byteLength(html)).toBeLessThan(102_000);
  for (const part of [text, html]) {
    expect(part).toContain("and 9,903 more");
    expect(part).toContain(`${ORIGIN}/brief`);
    expect(part).toContain("Unsubscribe");
  }
  const long = message([{ title: "", lines: lines(200, { text: "长".repeat(2000) }), more: 0 }]);
  expect(Buffer.byteLength(asMail(long, FOOTER).html)).toBeLessThan(102_000);
});

test("writes a mail without remote content or scripts", () => {
  const { html, text } = asMail(hostile, FOOTER);
  expect(html).not.toMatch(/<(?:img|script|link|iframe|form)\b|url\(|@import/iu);
  expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  expect(html.match(/(?:src|href)="[^"]*"/gu)).toEqual([
    `href="${ORIGIN}/t?a=1&amp;b=&quot;)&gt;|"`,
    `href="${ORIGIN}/brief"`,
    `href="${ORIGIN}/mail/unsubscribe?a=1&amp;b=2"`,
  ]);
  expect(text).toContain("<script>alert(1)</script>");
});

test("isolates right-to-left names from the words around them", () => {
  const NAME = "כלי (2)";
  const named = message([
    { title: "", lines: lines(2, { title: NAME, facts: ["Trial", "דנה (א)"] }), more: 0 },
  ]);
  expect(subjectOf(named.sections)).toBe(`\u200e\u2068${NAME}\u2069, and 1 more`);
  const { text, html } = asMail(named, FOOTER);
  expect(text).toContain(`* \u200e\u2068${NAME}\u2069 (Trial, \u200e\u2068דנה (א)\u2069)`);
  expect(html).toContain(`Trial · <bdi>דנה (א)</bdi>`);
  for (const written of [
    JSON.stringify(asSlack(named)),
    JSON.stringify(asDiscord(named)),
    JSON.stringify(asTeams(named)),
  ])
    expect(written).toMatch(/Trial, \u200e\u2068דנה .{1,4}א.{1,4}\u2069/u);
  const event = { verb: "added" as const, kind: "tool" as const, title: NAME, detail: {} };
  const sentence = `\u2068דנה\u2069 ${eventText(event)}`;
  expect(sentence).toBe(`\u2068דנה\u2069 added the tool \u200e\u2068${NAME}\u2069`);
  const cut = subjectOf([
    { title: "", lines: lines(2, { title: `Ada added \u2068${NAME.repeat(40)}\u2069` }), more: 0 },
  ]);
  expect(cut).toMatch(/…\u2069, and 1 more$/u);
});

test("stays within the limits of each chat", () => {
  for (const big of [
    many,
    message([{ title: "", lines: lines(500, { text: "y".repeat(5000) }), more: 0 }]),
  ]) {
    const slack = asSlack(big);
    expect(slack.blocks.length).toBeLessThanOrEqual(50);
    for (const { text } of slack.blocks) expect((text?.text ?? "").length).toBeLessThanOrEqual(3000);
    expect(Buffer.byteLength(JSON.stringify(asTeams(big)))).toBeLessThanOrEqual(28 * 1024);
    const { embeds } = asDiscord(big);
    expect(embeds.length).toBeLessThanOrEqual(10);
    const texts = embeds.map(({ title, description = "" }) => [title.length, description.length] as const);
    for (const [title, description] of texts) {
      expect(title).toBeLessThanOrEqual(256);
      expect(description).toBeLessThanOrEqual(4096);
    }
    expect(texts.flat().reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(6000);
  }
  const sections = Array.from({ length: 30 }, (_, index) => ({
    title: `S${index}`,
    lines: lines(2),
    more: 0,
  }));
  expect(asDiscord(message(sections)).embeds).toHaveLength(10);
  expect(asSlack(message(sections)).blocks.length).toBeLessThanOrEqual(50);
});

test("omits texts that don't fit into a Slack block, and cuts no links", () => {
  const url = `${ORIGIN}/${"a".repeat(2900)}`;
  const long = { title: "&".repeat(150), text: "&".repeat(200), facts: [] };
  for (const [line, shown] of [
    [{ url, title: "Tool", text: "It is fast. ".repeat(20), facts: [] }, `• <${url}|Tool>`],
    [{ url, ...long }, `• ${"&amp;".repeat(150)}`],
  ] as const)
    expect(asSlack(message([{ title: "", lines: [line], more: 0 }])).blocks[1]?.text?.text).toBe(shown);
  const [, intro] = asSlack(message([], { intro: "&".repeat(2000) })).blocks;
  expect(intro?.text?.text).toBe(`${"&amp;".repeat(599)}…`);
});

test("contains no mentions and no foreign links in chats", () => {
  const { blocks } = asSlack(hostile);
  for (const { text, elements = [] } of blocks)
    for (const part of [text, ...elements]) expect(part?.type === "mrkdwn" && !part.verbatim).toBe(false);
  const slack = JSON.stringify(blocks);
  expect(slack).not.toContain("<!channel>");
  expect(slack).toContain("&lt;!channel&gt;");
  expect(asDiscord(hostile).allowed_mentions).toEqual({ parse: [] });
  for (const written of [JSON.stringify(asTeams(hostile)), JSON.stringify(asDiscord(hostile))])
    expect(written).not.toMatch(/[^\\]\]\(javascript:/u);
});

test("writes a brief with its headline, note and links", () => {
  const written = briefMessage(exampleBrief(), { origin: ORIGIN, path: "/brief?from=a&to=b" });
  expect(written.title).toBe("Cursor is adopted");
  expect(written.intro).toContain("Brief of November 16 – 22, 2026");
  const [decisions, , news] = written.sections;
  expect(decisions?.lines[0]?.text).toBe("It halves the time of reviews. For: A Study of Reviews.");
  expect(news?.lines[0]?.facts).toEqual(["Cursor", "3 sources", "2 stars", "news.example"]);
  const untitled = briefMessage(exampleBrief({ headline: "" }), { origin: ORIGIN, path: "/brief" });
  expect(untitled.title).toMatch(/^Brief: .+, and \d+ more$/u);
  const { html } = asMail(untitled, FOOTER);
  for (const { title } of untitled.sections) expect(html).toContain(`>${title}</h2>`);
});
