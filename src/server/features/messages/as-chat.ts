import { isolate } from "#shared/texts/escaping.ts";

import {
  countLines,
  type Message,
  type MessageLine,
  type MessageSection,
  moreText,
  shorten,
  writeToFit,
} from "./message.ts";

/** Maximum number of lines of a chat message. A link leads to the page with all lines. */
const MAX_LINES = 20;

/** Shortens the parts of a line, so that one long text leaves room for other lines. */
const shortLine = ({ title, url, facts, text }: MessageLine): MessageLine => ({
  title: isolate(shorten(title, 150)),
  url,
  facts: facts.map((fact) => isolate(shorten(fact, 100))),
  text: shorten(text, 200),
});

/** https://docs.slack.dev/reference/block-kit/blocks */
const SLACK_LIMITS = { blocks: 50, heading: 150, text: 3000, url: 3000 } as const;

/** Escapes characters that Slack reads as links and mentions. */
const escapeSlack = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const slackLink = (label: string, url: string): string =>
  url.length > SLACK_LIMITS.url
    ? escapeSlack(label)
    : `<${url.replaceAll("|", "%7C").replaceAll(">", "%3E")}|${escapeSlack(label).replaceAll("|", "¦")}>`;

/** Text in Slack's Markdown. `verbatim` prevents `@here` in it from notifying anyone. */
interface SlackText {
  type: "mrkdwn";
  text: string;
  verbatim: true;
}

interface SlackBlock {
  type: string;
  text?: SlackText | { type: "plain_text"; text: string };
  elements?: SlackText[];
}

export interface SlackMessage {
  text: string;
  unfurl_links: false;
  blocks: SlackBlock[];
}

/** Converts a message to the JSON of Slack's incoming webhooks. */
export const asSlack = (message: Message): SlackMessage =>
  writeToFit(message, MAX_LINES, writeSlack, ({ blocks }) => blocks.length <= SLACK_LIMITS.blocks);

function writeSlack({ title, intro, sections, link }: Message): SlackMessage {
  const verbatim = (text: string): SlackText => ({ type: "mrkdwn", text, verbatim: true });
  const section = (text: string): SlackBlock => ({ type: "section", text: verbatim(text) });
  return {
    text: escapeSlack(shorten(title, SLACK_LIMITS.heading)),
    unfurl_links: false,
    blocks: [
      { type: "header", text: { type: "plain_text", text: shorten(title, SLACK_LIMITS.heading) } },
      ...(intro === "" ? [] : [section(slackIntro(intro))]),
      ...sections.flatMap((one) => joinLines(slackLines(one), SLACK_LIMITS.text).map(section)),
      { type: "context", elements: [verbatim(slackLink(link.label, link.url))] },
    ],
  };
}

/** Escapes an introduction. Shortens it further if its escapes make it too long. */
const slackIntro = (intro: string): string =>
  [2000, 600]
    .map((max) => escapeSlack(shorten(intro, max)))
    .find(({ length }) => length <= SLACK_LIMITS.text) ?? "";

const slackLines = ({ title, lines, more }: MessageSection): string[] => [
  ...(title === "" ? [] : [`*${escapeSlack(title)}*`]),
  ...lines.map(shortLine).map(slackLine),
  ...(more > 0 ? [moreText(more)] : []),
];

/** Returns a line that fits into a block. Omits its text, or even its link, if they are too long. */
function slackLine({ title, url, facts, text }: MessageLine): string {
  const lineWithoutText = `• ${slackLink(title, url)}${facts.length > 0 ? ` — ${escapeSlack(facts.join(", "))}` : ""}`;
  const lineWithText = text === "" ? lineWithoutText : `${lineWithoutText}\n${escapeSlack(text)}`;
  return (
    [lineWithText, lineWithoutText].find(({ length }) => length <= SLACK_LIMITS.text) ??
    `• ${escapeSlack(title)}`
  );
}

/** Joins lines to texts of at most `max` characters. No single line may be longer. */
function joinLines(lines: readonly string[], max: number): string[] {
  const texts: string[] = [];
  for (const line of lines) {
    const last = texts.at(-1);
    if (last !== undefined && last.length + line.length < max) texts[texts.length - 1] = `${last}\n${line}`;
    else texts.push(line);
  }
  return texts;
}

/** https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using */
const TEAMS_MAX_BYTES = 28 * 1024;

/** Escapes the Markdown of chat messages. */
const escapeMarkdown = (text: string): string => text.replaceAll(/[\\`*_~|[\]()<>#]/gu, String.raw`\$&`);

const markdownLink = (label: string, url: string): string =>
  `[${escapeMarkdown(label)}](${url.replaceAll("(", "%28").replaceAll(")", "%29").replaceAll(" ", "%20")})`;

interface TextBlock {
  type: "TextBlock";
  text: string;
  wrap: true;
  size?: "Large" | "Medium";
  weight?: "Bolder";
  isSubtle?: true;
  spacing?: "None";
  separator?: true;
}

export interface TeamsMessage {
  type: "message";
  attachments: {
    contentType: "application/vnd.microsoft.card.adaptive";
    contentUrl: null;
    content: {
      $schema: string;
      type: "AdaptiveCard";
      version: "1.4";
      msteams: { width: "Full" };
      body: TextBlock[];
      actions: { type: "Action.OpenUrl"; title: string; url: string }[];
    };
  }[];
}

/** Converts a message to an Adaptive Card for a Microsoft Teams workflow. */
export const asTeams = (message: Message): TeamsMessage =>
  writeToFit(
    message,
    MAX_LINES,
    writeTeams,
    (written) => Buffer.byteLength(JSON.stringify(written)) <= TEAMS_MAX_BYTES,
  );

function writeTeams({ title, intro, sections, link }: Message): TeamsMessage {
  const block = (text: string, more: Partial<TextBlock> = {}): TextBlock => ({
    type: "TextBlock",
    text,
    wrap: true,
    ...more,
  });
  const body = [
    block(escapeMarkdown(shorten(title, 200)), { size: "Large", weight: "Bolder" }),
    ...(intro === "" ? [] : [block(escapeMarkdown(shorten(intro, 2000)), { isSubtle: true })]),
    ...sections.flatMap(({ title: heading, lines, more }) => [
      ...(heading === ""
        ? []
        : [block(escapeMarkdown(heading), { size: "Medium", weight: "Bolder", separator: true })]),
      ...lines.map(shortLine).flatMap(({ title: name, url, facts, text }) => {
        const rest = [facts.join(", "), text].filter((part) => part !== "").join(" – ");
        return [
          block(markdownLink(name, url)),
          ...(rest === "" ? [] : [block(escapeMarkdown(rest), { isSubtle: true, spacing: "None" })]),
        ];
      }),
      ...(more > 0 ? [block(moreText(more), { isSubtle: true })] : []),
    ]),
  ];
  return {
    type: "message",
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        contentUrl: null,
        content: {
          $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
          type: "AdaptiveCard",
          version: "1.4",
          msteams: { width: "Full" },
          body,
          actions: [{ type: "Action.OpenUrl", title: shorten(link.label, 100), url: link.url }],
        },
      },
    ],
  };
}

/** https://discord.com/developers/docs/resources/message#embed-object-embed-limits */
const DISCORD_LIMITS = { embeds: 10, title: 256, description: 4096, total: 6000 } as const;

interface DiscordEmbed {
  title: string;
  url?: string;
  description?: string;
}

export interface DiscordMessage {
  username: string;
  /** Prevents mentions in texts from notifying anyone. */
  allowed_mentions: { parse: [] };
  embeds: DiscordEmbed[];
}

/** Converts a message to the JSON of Discord's webhooks. */
export const asDiscord = (message: Message): DiscordMessage =>
  writeToFit(message, MAX_LINES, writeDiscord, ({ embeds }) => discordLength(embeds) <= DISCORD_LIMITS.total);

const discordLength = (embeds: readonly DiscordEmbed[]): number =>
  embeds.reduce((sum, { title, description = "" }) => sum + title.length + description.length, 0);

function writeDiscord({ title, intro, sections, link }: Message): DiscordMessage {
  const shown = sections.slice(0, DISCORD_LIMITS.embeds - 1);
  const omitted = countLines({ sections: sections.slice(shown.length) });
  const introduction = [shorten(intro, 1000), omitted > 0 ? moreText(omitted) : ""]
    .filter((part) => part !== "")
    .join("\n");
  return {
    username: "StackLoop",
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title: shorten(title, DISCORD_LIMITS.title),
        url: link.url,
        ...(introduction !== "" && { description: escapeMarkdown(introduction) }),
      },
      ...shown.map(({ title: heading, lines, more }) => ({
        title: shorten(heading, DISCORD_LIMITS.title),
        description: discordLines(lines, more),
      })),
    ],
  };
}

function discordLines(lines: readonly MessageLine[], more: number): string {
  const lineTexts = lines.map(shortLine).map(({ title, url, facts, text }) => {
    const rest = [facts.join(", "), text].filter((part) => part !== "").join(" – ");
    return `${markdownLink(title, url)}${rest === "" ? "" : `\n${escapeMarkdown(rest)}`}`;
  });
  let description = "";
  let omitted = more;
  for (const line of lineTexts) {
    if (description.length + line.length + 40 > DISCORD_LIMITS.description) omitted += 1;
    else description += `${description === "" ? "" : "\n"}${line}`;
  }
  return omitted > 0 ? `${description}\n${moreText(omitted)}` : description;
}
