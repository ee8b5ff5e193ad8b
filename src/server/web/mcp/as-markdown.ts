import { personName } from "#shared/accounts/user-rules.ts";
import type { Comment } from "#shared/comments/comments.ts";
import type { FieldTable } from "#shared/fields/field.ts";
import type { LinkGroup, RelatedGroups } from "#shared/links/links.ts";
import type { Article } from "#shared/news/news.ts";
import type { Paper } from "#shared/papers/papers.ts";
import { formatRating } from "#shared/prompts/prompt-rules.ts";
import type { PromptRatings, RatedPrompt, Prompt } from "#shared/prompts/prompts.ts";
import type { Tool } from "#shared/tools/tools.ts";
import { CLEARANCE_LABELS, RING_WORDS, RINGS } from "#shared/verdicts/rings.ts";
import type { ToolVerdict } from "#shared/verdicts/verdicts.ts";

/**
 * Items as Markdown. Texts by users and external sources are in quotations, single-line list items or fences that they
 * can't close. So they can't imitate headings or StackLoop's own text.
 */

type Part = string | null;

const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();

const formatPage = (title: string, ...parts: readonly Part[]): string =>
  [`# ${oneLine(title)}`, ...parts].filter((part) => part !== null && part !== "").join("\n\n");

/** "- Company: Anthropic", for each known value. */
const formatFacts = (entries: readonly (readonly [string, string | number | null])[]): string =>
  entries
    .flatMap(([label, value]) =>
      value === null || value === "" ? [] : `- ${label}: ${oneLine(String(value))}`,
    )
    .join("\n");

const quote = (text: string): string => text.replaceAll(/^/gmu, "> ").replaceAll(/^> $/gmu, ">");

const formatSection = (heading: string, text: string | null): Part =>
  text === null || text.trim() === "" ? null : `## ${heading}\n\n${quote(text)}`;

/** Wraps a text in fences longer than any inside. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/gu)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}

/** Returns the team's verdict and votes on a tool; null without either. */
function verdictText({ verdict, tally }: ToolVerdict): Part {
  const votes = RINGS.flatMap((ring) => (tally[ring] > 0 ? `${RING_WORDS[ring].label} ${tally[ring]}` : []));
  const verdictFacts = formatFacts([
    ["Ring", verdict && `${RING_WORDS[verdict.ring].label}: ${RING_WORDS[verdict.ring].sentence}`],
    ["Why", verdict && verdict.reason],
    ["Allowed data", verdict?.clearance ? CLEARANCE_LABELS[verdict.clearance] : null],
    ["Decided by", verdict?.decidedBy ? personName(verdict.decidedBy) : null],
    ["Decided at", verdict && verdict.decidedAt],
    ["Review on", verdict && verdict.lookAgainOn],
    ["Votes", votes.join(", ")],
  ]);
  return verdictFacts === "" ? null : `## Team verdict\n\n${verdictFacts}`;
}

/** Returns the tools in which a prompt works, best first, with the sentences of the ratings. Null without any. */
function worksInText({ tools }: PromptRatings): Part {
  if (tools.length === 0) return null;
  const lines = tools.flatMap(({ toolId, toolName, ratings, ...rated }) => [
    `- ${oneLine(toolName)} (tool:${toolId}): ${formatRating(rated)}`,
    ...ratings.flatMap(({ user, version, stars, note }) =>
      note === null
        ? []
        : `  - ${oneLine(personName(user))}, ★ ${stars}, version ${version}: ${oneLine(note)}`,
    ),
  ]);
  return `## Works in\n\n${lines.join("\n")}`;
}

/** Returns the prompts that work in a tool, best first; null without any. */
const promptsText = (prompts: readonly RatedPrompt[]): Part =>
  prompts.length === 0
    ? null
    : `## Prompts that work in this tool, best first\n\n${formatFacts(
        prompts.map(({ promptId, promptName, ...rated }) => [
          `${oneLine(promptName)} (prompt:${promptId})`,
          formatRating(rated),
        ]),
      )}`;

export const toolText = (tool: Tool, state: ToolVerdict, prompts: readonly RatedPrompt[]): string =>
  formatPage(
    tool.name,
    formatFacts([
      ["Company", tool.company],
      ["Website", tool.url],
      ["Modality", tool.modality],
      ["Industry", tool.industry],
      ["Version", tool.version],
      ["Tags", tool.tags.join(", ")],
    ]),
    verdictText(state),
    promptsText(prompts),
    formatSection("Primary use case", tool.use),
    formatSection("Capabilities", tool.capabilities),
    formatSection("Team notes", tool.notes),
    tool.releaseNotes.length === 0
      ? null
      : `## Release notes\n\n${formatFacts(tool.releaseNotes.map(({ date, url }) => [oneLine(date), url]))}`,
  );

export const articleText = (article: Article): string =>
  formatPage(
    article.title,
    formatFacts([
      ["Published", article.publishedAt],
      ["Source", article.source],
      ["Address", article.url],
      ["About the tool", article.tools.map(({ name }) => name).join(", ")],
      ["Also in", article.alsoIn.map(({ source, url }) => source ?? url).join(", ")],
    ]),
    formatSection("Text", article.content ?? article.excerpt),
  );

export const paperText = (paper: Paper): string =>
  formatPage(
    paper.title,
    formatFacts([
      ["Authors", paper.authors],
      ["Published", paper.publishedAt],
      ["arXiv", paper.arXivId],
      ["Address", paper.url],
      ["PDF", paper.isWithdrawn ? null : paper.pdfUrl],
      ["Status", paper.isWithdrawn ? "Withdrawn" : null],
      ["Categories", paper.categories.join(", ")],
    ]),
    formatSection("Abstract", paper.abstract),
    formatSection(
      `Summary${paper.summarySource === null ? "" : ` (${oneLine(paper.summarySource)})`}`,
      paper.pplxSummary,
    ),
  );

export const promptText = (prompt: Prompt, slug: string, ratings: PromptRatings): string =>
  formatPage(
    prompt.name,
    formatFacts([
      ["Called", slug],
      ["Author", prompt.promptAuthor],
      ["Modality", prompt.modality],
      ["Industry", prompt.industry],
      ["Tags", prompt.tags.join(", ")],
    ]),
    worksInText(ratings),
    formatSection("Purpose", prompt.purpose),
    `## Prompt\n\n${fenced(prompt.prompt)}`,
    formatSection("Team notes", prompt.notes),
  );

/** Returns an item's text from its fields: the short ones as a list, each longer one as a section. */
export function fieldsText(
  title: string,
  fields: FieldTable,
  item: Readonly<Record<string, unknown>>,
): string {
  const rows = Object.entries(fields)
    .filter(([name, { isPicture }]) => !isPicture && name !== "name" && name !== "title")
    .map(([name, { label, control, toText }]) => ({
      label,
      text: toText(item[name]),
      isLong: control === "textarea",
    }));
  return formatPage(
    title,
    formatFacts(rows.flatMap(({ isLong, label, text }) => (isLong ? [] : [[label, text] as const]))),
    ...rows.map(({ isLong, label, text }) => (isLong ? formatSection(label, text) : null)),
  );
}

/** Returns the comments on an item as a section; empty without any. */
export const discussionText = (comments: readonly Comment[]): string[] =>
  comments.length === 0 ? [] : [`## Discussion\n\n${comments.map(commentText).join("\n\n")}`];

const GROUP_HEADINGS: Readonly<Record<LinkGroup, string>> = {
  mentions: "Mentions",
  mentionedIn: "Mentioned in",
  linked: "Linked by the team",
  hidden: "Possibly mentioned in",
};

/** Returns an item's mentions and links, with a section for each group. */
export const relatedTexts = (groups: RelatedGroups["groups"]): string[] =>
  groups.map(({ group, links, total }) => {
    const rows = links.map(({ other, excerpt }): [string, string] => [
      other.ref,
      excerpt === null || excerpt === other.title ? other.title : `${other.title}: ${excerpt}`,
    ]);
    const more = total > links.length ? `\n- and ${total - links.length} more` : "";
    return `## ${GROUP_HEADINGS[group]}\n\n${formatFacts(rows)}${more}`;
  });

const commentText = ({ id, parentId, content, user, createdAt, deletedAt }: Comment): string => {
  const replyNote = parentId === null ? "" : ` in reply to comment ${parentId}`;
  const text = deletedAt === null ? quote(content) : "(deleted)";
  return `Comment ${id} by ${oneLine(personName(user))}, ${createdAt}${replyNote}:\n\n${text}`;
};
