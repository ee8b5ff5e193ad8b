import { type FieldTable, namesOf } from "#shared/fields/field.ts";
import { PROMPT_FIELDS } from "#shared/fields/prompt-fields.ts";
import { READING_FIELDS } from "#shared/fields/reading-fields.ts";
import { TOOL_FIELDS } from "#shared/fields/tool-fields.ts";
import { RING_WORDS } from "#shared/verdicts/rings.ts";

import type { CommentChange, EventDetail, EventVerb } from "./events.ts";
import type { ItemKind } from "./item-address.ts";

/** An event of the ledger, or several of one person's that are told as one. */
export interface EventSummary {
  verb: EventVerb;
  kind: ItemKind;
  title: string;
  detail: EventDetail;
  /** How many events it stands for: one unless given. */
  count?: number;
  /** Whether the items are of whoever reads it. */
  isYours?: boolean;
}

/** A sentence on what somebody did, in parts. Their name goes before it; nothing of it is HTML. */
export interface EventWords {
  /** "changed the tool" */
  did: string;
  /** "Cursor", or "412 tools" */
  subject: string;
  /** Whether the subject is the title of an item: to be isolated from the words around it, and led to. */
  isTitle: boolean;
  /** What follows the subject directly: ": Notes, Tags", " for good", or nothing. */
  rest: string;
}

type Words = readonly [did: string, rest?: string];

const NOUNS: Record<ItemKind, readonly [one: string, many: string]> = {
  tool: ["tool", "tools"],
  article: ["article", "articles"],
  paper: ["paper", "papers"],
  prompt: ["prompt", "prompts"],
  reading: ["reading", "readings"],
};

const FIELDS: Partial<Record<ItemKind, FieldTable>> = {
  tool: TOOL_FIELDS,
  prompt: PROMPT_FIELDS,
  reading: READING_FIELDS,
};

const formatCount = (count: number, [one, many]: readonly [string, string], of = ""): string =>
  `${count.toLocaleString("en-US")} ${of}${count === 1 ? one : many}`;

/** "1 tool", "1,412 tools", "12 of your tools" */
export const countItems = (kind: ItemKind, count: number, isYours = false): string =>
  formatCount(count, NOUNS[kind], isYours ? "of your " : "");

/** What forms call the fields of these names, in the order of the form. */
export function fieldLabels(kind: ItemKind, names: readonly string[]): string[] {
  const table = FIELDS[kind] ?? {};
  return namesOf(table).flatMap((name) => (names.includes(name) ? (table[name]?.label ?? []) : []));
}

/** How many fields are named; of more than one above, the others are counted. */
const NAMED_FIELDS = 4;

function fieldsInWords(kind: ItemKind, names: readonly string[] = []): string {
  const labels = fieldLabels(kind, names);
  if (labels.length === 0) return "";
  if (labels.length <= NAMED_FIELDS + 1) return `: ${labels.join(", ")}`;
  return `: ${labels.slice(0, NAMED_FIELDS).join(", ")} and ${labels.length - NAMED_FIELDS} more`;
}

/** "3 comments and 12 articles", of what was deleted with an item; empty where it was nothing. */
export function companionWords({ comments = 0, articles = 0 }: Pick<EventDetail, "comments" | "articles">) {
  const parts = [
    comments > 0 && formatCount(comments, ["comment", "comments"]),
    articles > 0 && formatCount(articles, ["article", "articles"]),
  ];
  return parts.filter((part) => part !== false).join(" and ");
}

const COMMENT_WORDS: Record<CommentChange, Words> = {
  added: ["commented on"],
  edited: ["changed a comment on"],
  deleted: ["deleted a comment on"],
  restored: ["brought back a comment on"],
  purged: ["deleted a comment on", " for good"],
};

function commentWords({ verb, detail }: EventSummary): Words {
  if (verb === "restored" || verb === "purged") return COMMENT_WORDS[verb];
  const change = detail.change ?? "added";
  return change === "added" && detail.parentId ? ["replied to a comment on"] : COMMENT_WORDS[change];
}

/** "moved Cursor to Adopt"; where several decided or voted, that they did. */
function verdictWords({ verb, detail, isYours = false }: EventSummary): Words {
  const { ringFrom, ringTo } = detail;
  const yours = isYours ? " your tool" : "";
  if (verb === "voted") {
    if (ringTo === null) return [`took back a vote on${yours}`];
    return [ringTo === undefined ? `voted on${yours}` : `voted for ${RING_WORDS[ringTo].label} on${yours}`];
  }
  if (verb === "asked-review") return [`asked to review${yours}`];
  if (ringTo === null) return [`took back the verdict on${yours}`];
  if (ringTo === undefined) return [`decided on${yours}`];
  const ring = RING_WORDS[ringTo].label;
  return ringFrom === ringTo ? [`confirmed${yours}`, ` as ${ring}`] : [`moved${yours}`, ` to ${ring}`];
}

const A_THING: Record<ItemKind, string> = {
  tool: "a tool",
  article: "an article",
  paper: "a paper",
  prompt: "a prompt",
  reading: "a reading",
};

/** "linked the tool Cursor to an article"; where it was linked to several, that it was. */
function linkWords({ detail: { other, change, answer } }: EventSummary, thing: string): Words {
  const what = other === undefined ? "other items" : A_THING[other.kind];
  if (answer === "confirmed") return [`confirmed that ${thing}`, ` mentions ${what}`];
  if (answer === "rejected") return [`unlinked ${thing}`, ` from ${what}`];
  if (answer === "found") return [`left open whether ${thing}`, ` mentions ${what}`];
  return change === "deleted" ? [`unlinked ${thing}`, ` from ${what}`] : [`linked ${thing}`, ` to ${what}`];
}

/** What somebody did, as a sentence in parts. */
export function eventWords(event: EventSummary): EventWords {
  const { count = 1, detail } = event;
  const [did, rest = ""] = count === 1 ? wordsOfOne(event) : wordsOfMany(event, count);
  // What is found in a run is no item: its title says how much.
  const isFind = event.verb === "fetched" && detail.count !== undefined;
  const isOne = count === 1 || event.verb === "commented";
  return {
    did,
    subject: isOne ? event.title : countItems(event.kind, count, event.isYours),
    isTitle: isOne && !isFind && detail.setting === undefined,
    rest,
  };
}

function wordsOfOne(event: EventSummary): Words {
  const { verb, kind, detail, isYours = false } = event;
  if (detail.comment !== undefined) return commentWords(event);
  const thing = `${isYours ? "your" : "the"} ${NOUNS[kind][0]}`;
  switch (verb) {
    case "added":
      return [detail.import === undefined ? `added ${thing}` : `imported ${thing}`];
    case "edited":
      if (detail.setting !== undefined) return ["changed"];
      if (kind === "paper") return [`summarized ${thing}`];
      if (detail.isSkill !== undefined)
        return [`changed ${thing}`, `: ${detail.isSkill ? "offered" : "no longer offered"} as a skill`];
      return [`changed ${thing}`, fieldsInWords(kind, detail.fields)];
    case "restored":
      if (detail.from === undefined) return [`brought back ${thing}`];
      return [`restored version ${detail.from} of ${thing}`];
    case "deleted": {
      const companions = companionWords(detail);
      return [`deleted ${thing}`, companions && ` with ${companions}`];
    }
    case "purged":
      return [`deleted ${thing}`, " for good"];
    case "commented":
      return commentWords(event);
    case "decided":
    case "voted":
    case "asked-review":
      return verdictWords(event);
    case "linked":
      return linkWords(event, thing);
    default:
      if (detail.articles === undefined) return ["found"];
      return [`found ${countItems("article", detail.articles)} about`];
  }
}

const MANY_WORDS: Record<EventVerb, Words> = {
  added: ["added"],
  edited: ["changed"],
  restored: ["brought back"],
  deleted: ["deleted"],
  purged: ["deleted", " for good"],
  commented: ["commented on"],
  fetched: ["found news of"],
  decided: ["decided on"],
  voted: ["voted on"],
  "asked-review": ["asked to review"],
  linked: ["linked"],
};

function wordsOfMany({ verb, detail }: EventSummary, count: number): Words {
  if (verb === "commented") return [`commented ${count === 2 ? "twice" : `${count} times`} on`];
  if (detail.import === undefined) return MANY_WORDS[verb];
  return isOfImport(verb) ? ["imported"] : ["undid an import of"];
}

/** Whether an import does so; undoing it deletes and restores. */
export const isOfImport = (verb: EventVerb): boolean => verb === "added" || verb === "edited";

/** What somebody did, as running text: "changed the tool Cursor: Notes, Tags". */
export function eventText(event: EventSummary): string {
  const { did, subject, rest } = eventWords(event);
  return `${did} ${subject}${rest}`;
}
