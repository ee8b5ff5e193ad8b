import { isolated } from "#shared/texts/escaping.ts";

import {
  countLines,
  type Message,
  type MessageLine,
  type MessageSection,
  moreText,
  shorten,
  writeToFit,
} from "./message.ts";

/** Lines of a chat message before it links to the page with everything. */
const MAX_LINES = 20;

/** Cuts the parts of a line, so that one long text leaves room for others. */
const shortLine = ({ title, url, facts, text }: MessageLine): MessageLine => ({
  title: isolated(shorten(title, 150)),
  url,
  facts: facts.map((fact) => isolated(shorten(fact, 100))),
  text: shorten(text, 200),
});

/** https://docs.slack.dev/reference/block-kit/blocks */
const SLACK = { blocks: 50, heading: 150, text: 3000, url: 3000 } as const;

/** Escapes what Slack reads as links and mentions. */
const slackText = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const slackLink = (label: string, url: string): string =>
  url.length > SLACK.url
    ? slackText(label)
    : `<${url.replaceAll("|", "%7C").replaceAll(">", "%3E")}|${slackText(label).replaceAll("|", "¦")}>`;

/** Text in Slack's Markdown. Verbatim, so that `@here` in it notifies nobody. */
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

/** Writes a message for an incoming webhook of Slack. */
export const asSlack = (message: Message): SlackMessage =>
  writeToFit(message, MAX_LINES, writeSlack, ({ blocks }) => blocks.length <= SLACK.blocks);

function writeSlack({ title, intro, sections, link }: Message): SlackMessage {
  const verbatim = (text: string): SlackText => ({ type: "mrkdwn", text, verbatim: true });
  const section = (text: string): SlackBlock => ({ type: "section", text: verbatim(text) });
  return {
    text: slackText(shorten(title, SLACK.heading)),
    unfurl_links: false,
    blocks: [
      { type: "header", text: { type: "plain_text", text: shorten(title, SLACK.heading) } },
      ...(intro === "" ? [] : [section(slackIntro(intro))]),
      ...sections.flatMap((one) => packTexts(slackLines(one), SLACK.text).map(section)),
      { type: "context", elements: [verbatim(slackLink(link.label, link.url))] },
    ],
  };
}

/** Escapes an introduction, shortened further if its escapes make it too long. */
const slackIntro = (intro: string): string =>
  [2000, 600].map((max) => slackText(shorten(intro, max))).find(({ length }) => length <= SLACK.text) ?? "";

const slackLines = ({ title, lines, more }: MessageSection): string[] => [
  ...(title === "" ? [] : [`*${slackText(title)}*`]),
  ...lines.map(shortLine).map(slackLine),
  ...(more > 0 ? [moreText(more)] : []),
];

/** Returns a line that fits into a block: without its text, or also without its link, if these are too long. */
function slackLine({ title, url, facts, text }: MessageLine): string {
  const head = `• ${slackLink(title, url)}${facts.length > 0 ? ` — ${slackText(facts.join(", "))}` : ""}`;
  const whole = text === "" ? head : `${head}\n${slackText(text)}`;
  return [whole, head].find(({ length }) => length <= SLACK.text) ?? `• ${slackText(title)}`;
}

/** Joins lines to texts of at most `max` characters. A line is never longer. */
function packTexts(lines: readonly string[], max: number): string[] {
  const texts: string[] = [];
  for (const line of lines) {
    const last = texts.at(-1);
    if (last !== undefined && last.length + line.length < max) texts[texts.length - 1] = `${last}\n${line}`;
    else texts.push(line);
  }
  return texts;
}

/** https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using */
const TEAMS_BYTES = 28 * 1024;

/** Escapes the Markdown of chat messages. */
const markdown = (text: string): string => text.replaceAll(/[\\`*_~|[\]()<>#]/gu, String.raw`\$&`);

const markdownLink = (label: string, url: string): string =>
  `[${markdown(label)}](${url.replaceAll("(", "%28").replaceAll(")", "%29").replaceAll(" ", "%20")})`;

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

/** Writes a message as an Adaptive Card, for a workflow of Microsoft Teams. */
export const asTeams = (message: Message): TeamsMessage =>
  writeToFit(
    message,
    MAX_LINES,
    writeTeams,
    (written) => Buffer.byteLength(JSON.stringify(written)) <= TEAMS_BYTES,
  );

function writeTeams({ title, intro, sections, link }: Message): TeamsMessage {
  const block = (text: string, more: Partial<TextBlock> = {}): TextBlock => ({
    type: "TextBlock",
    text,
    wrap: true,
    ...more,
  });
  const body = [
    block(markdown(shorten(title, 200)), { size: "Large", weight: "Bolder" }),
    ...(intro === "" ? [] : [block(markdown(shorten(intro, 2000)), { isSubtle: true })]),
    ...sections.flatMap(({ title: heading, lines, more }) => [
      ...(heading === ""
        ? []
        : [block(markdown(heading), { size: "Medium", weight: "Bolder", separator: true })]),
      ...lines.map(shortLine).flatMap(({ title: name, url, facts, text }) => {
        const rest = [facts.join(", "), text].filter((part) => part !== "").join(" – ");
        return [
          block(markdownLink(name, url)),
          ...(rest === "" ? [] : [block(markdown(rest), { isSubtle: true, spacing: "None" })]),
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
const DISCORD = { embeds: 10, title: 256, description: 4096, total: 6000 } as const;

interface DiscordEmbed {
  title: string;
  url?: string;
  description?: string;
}

export interface DiscordMessage {
  username: string;
  /** Mentions in texts notify nobody. */
  allowed_mentions: { parse: [] };
  embeds: DiscordEmbed[];
}

/** Writes a message for a webhook of Discord. */
export const asDiscord = (message: Message): DiscordMessage =>
  writeToFit(message, MAX_LINES, writeDiscord, ({ embeds }) => discordLength(embeds) <= DISCORD.total);

const discordLength = (embeds: readonly DiscordEmbed[]): number =>
  embeds.reduce((sum, { title, description = "" }) => sum + title.length + description.length, 0);

function writeDiscord({ title, intro, sections, link }: Message): DiscordMessage {
  const shown = sections.slice(0, DISCORD.embeds - 1);
  const left = countLines({ sections: sections.slice(shown.length) });
  const introduction = [shorten(intro, 1000), left > 0 ? moreText(left) : ""]
    .filter((part) => part !== "")
    .join("\n");
  return {
    username: "StackLoop",
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title: shorten(title, DISCORD.title),
        url: link.url,
        ...(introduction !== "" && { description: markdown(introduction) }),
      },
      ...shown.map(({ title: heading, lines, more }) => ({
        title: shorten(heading, DISCORD.title),
        description: discordLines(lines, more),
      })),
    ],
  };
}

function discordLines(lines: readonly MessageLine[], more: number): string {
  const written = lines.map(shortLine).map(({ title, url, facts, text }) => {
    const rest = [facts.join(", "), text].filter((part) => part !== "").join(" – ");
    return `${markdownLink(title, url)}${rest === "" ? "" : `\n${markdown(rest)}`}`;
  });
  let description = "";
  let left = more;
  for (const line of written) {
    if (description.length + line.length + 40 > DISCORD.description) left += 1;
    else description += `${description === "" ? "" : "\n"}${line}`;
  }
  return left > 0 ? `${description}\n${moreText(left)}` : description;
}
