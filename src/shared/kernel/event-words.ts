import { type FieldTable, namesOf } from "#shared/fields/field.ts";
import { FIELDS_OF_KINDS } from "#shared/fields/fields-of-kinds.ts";
import { formatStarCount } from "#shared/prompts/prompt-rules.ts";
import { isolate } from "#shared/texts/escaping.ts";
import { RING_WORDS } from "#shared/verdicts/rings.ts";

import type { CommentChange, EventVerb } from "./events.ts";
import { isLibraryKind, type ItemKind, KINDS } from "./item-address.ts";
import type { EventDetail } from "./ledger.ts";
import { withArticle } from "./text-rules.ts";

/** Event in the activity log, or several events of one person. */
export interface EventSummary {
  verb: EventVerb;
  kind: ItemKind;
  title: string;
  detail: EventDetail;
  /** Number of events. Defaults to one. */
  count?: number;
  /** True if the items belong to the reader. */
  isYours?: boolean;
}

/** Sentence about an event, in parts. It follows the author's name and contains no HTML. */
interface EventWords {
  /** Verb phrase, such as "changed the tool". */
  action: string;
  /** Subject, for example "Cursor" or "412 tools". */
  subject: string;
  /** True if the subject is an item's title. It is then linked, and its text direction isolated. */
  isTitle: boolean;
  /** Text directly after the subject: ": Notes, Tags", " permanently", or nothing. */
  rest: string;
}

type Words = readonly [action: string, rest?: string];

const formatCount = (count: number, [one, many]: readonly [string, string], of = ""): string =>
  `${count.toLocaleString("en-US")} ${of}${count === 1 ? one : many}`;

/** Formats a number of items: "1 tool", "1,412 tools", "12 of your tools". */
export const countItems = (kind: ItemKind, count: number, isYours = false): string =>
  formatCount(count, [KINDS[kind].one, KINDS[kind].many], isYours ? "of your " : "");

/** Returns the form labels of these fields, in form order. */
function fieldLabels(kind: ItemKind, names: readonly string[]): string[] {
  const table: FieldTable = isLibraryKind(kind) ? FIELDS_OF_KINDS[kind] : {};
  return namesOf(table).flatMap((name) => (names.includes(name) ? (table[name]?.label ?? []) : []));
}

/** Maximum number of fields named. The others are counted, unless there is only one more. */
const MAX_NAMED_FIELDS = 4;

function fieldsInWords(kind: ItemKind, names: readonly string[] = []): string {
  const labels = fieldLabels(kind, names);
  if (labels.length === 0) return "";
  if (labels.length <= MAX_NAMED_FIELDS + 1) return `: ${labels.join(", ")}`;
  return `: ${labels.slice(0, MAX_NAMED_FIELDS).join(", ")} and ${labels.length - MAX_NAMED_FIELDS} more`;
}

/** Returns text such as "3 comments and 12 articles" for rows deleted with an item. Empty if there were none. */
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
  restored: ["restored a comment on"],
  purged: ["deleted a comment on", " permanently"],
};

function commentWords({ verb, detail }: EventSummary): Words {
  if (verb === "restored" || verb === "purged") return COMMENT_WORDS[verb];
  const change = detail.change ?? "added";
  return change === "added" && detail.parentId ? ["replied to a comment on"] : COMMENT_WORDS[change];
}

/** Returns words such as "moved Cursor to Adopt". For several authors, they contain only the action. */
function verdictWords({ verb, detail, isYours = false }: EventSummary): Words {
  const { ringFrom, ringTo } = detail;
  const yours = isYours ? " your tool" : "";
  if (verb === "voted") {
    if (ringTo === null) return [`removed a vote on${yours}`];
    return [ringTo === undefined ? `voted on${yours}` : `voted for ${RING_WORDS[ringTo].label} on${yours}`];
  }
  if (verb === "asked-review") return [`asked to review${yours}`];
  if (ringTo === null) return [`removed the verdict on${yours}`];
  if (ringTo === undefined) return [`decided on${yours}`];
  const ring = RING_WORDS[ringTo].label;
  return ringFrom === ringTo ? [`confirmed${yours}`, ` as ${ring}`] : [`moved${yours}`, ` to ${ring}`];
}

/** Returns words such as "linked the tool Cursor to an article". For several links, they contain only the action. */
function linkWords({ detail: { other, change, answer } }: EventSummary, noun: string): Words {
  const otherItem = other === undefined ? "other items" : withArticle(KINDS[other.kind].one);
  if (answer === "confirmed") return [`confirmed that ${noun}`, ` mentions ${otherItem}`];
  if (answer === "rejected") return [`unlinked ${noun}`, ` from ${otherItem}`];
  if (answer === "found") return [`cleared the decision on whether ${noun}`, ` mentions ${otherItem}`];
  return change === "deleted"
    ? [`unlinked ${noun}`, ` from ${otherItem}`]
    : [`linked ${noun}`, ` to ${otherItem}`];
}

/**
 * Returns words such as "rated the prompt Bug report: 4 stars in Claude". For several ratings, without stars and tool.
 */
function ratingWords({ detail: { stars, tool } }: EventSummary, noun: string): Words {
  const inTool = tool === undefined ? "" : ` in ${isolate(tool)}`;
  if (stars === null) return [`removed a rating of ${noun}`, inTool];
  return [`rated ${noun}`, stars === undefined ? "" : `: ${formatStarCount(stars)}${inTool}`];
}

/** Describes an event as a sentence in parts. */
export function eventWords(event: EventSummary): EventWords {
  const { count = 1, detail } = event;
  const [action, rest = ""] = count === 1 ? describeOne(event) : describeMany(event, count);
  // Results of a run are not items: the title contains their number.
  const isRunResult = event.verb === "fetched" && detail.count !== undefined;
  const isOne = count === 1 || event.verb === "commented";
  return {
    action,
    subject: isOne ? event.title : countItems(event.kind, count, event.isYours),
    isTitle: isOne && !isRunResult && detail.setting === undefined,
    rest,
  };
}

function describeOne(event: EventSummary): Words {
  const { verb, kind, detail, isYours = false } = event;
  if (detail.comment !== undefined) return commentWords(event);
  const noun = `${isYours ? "your" : "the"} ${KINDS[kind].one}`;
  switch (verb) {
    case "added":
      return [detail.import === undefined ? `added ${noun}` : `imported ${noun}`];
    case "edited":
      if (detail.setting !== undefined) return ["changed"];
      if (kind === "paper") return [`summarised ${noun}`];
      if (detail.isSkill !== undefined)
        return [`changed ${noun}`, `: ${detail.isSkill ? "offered" : "no longer offered"} as a skill`];
      return [`changed ${noun}`, fieldsInWords(kind, detail.fields)];
    case "restored":
      if (detail.from === undefined) return [`restored ${noun}`];
      return [`restored version ${detail.from} of ${noun}`];
    case "deleted": {
      const companions = companionWords(detail);
      return [`deleted ${noun}`, companions && ` with ${companions}`];
    }
    case "purged":
      return [`deleted ${noun}`, " permanently"];
    case "commented":
      return commentWords(event);
    case "decided":
    case "voted":
    case "asked-review":
      return verdictWords(event);
    case "linked":
      return linkWords(event, noun);
    case "rated":
      return ratingWords(event, noun);
    default:
      if (detail.articles === undefined) return ["found"];
      return [`found ${countItems("article", detail.articles)} about`];
  }
}

const VERBS_FOR_MANY: Record<EventVerb, Words> = {
  added: ["added"],
  edited: ["changed"],
  restored: ["restored"],
  deleted: ["deleted"],
  purged: ["deleted", " permanently"],
  commented: ["commented on"],
  fetched: ["found news about"],
  decided: ["decided on"],
  voted: ["voted on"],
  "asked-review": ["asked to review"],
  linked: ["linked"],
  rated: ["rated"],
};

function describeMany({ verb, detail }: EventSummary, count: number): Words {
  if (verb === "commented") return [`commented ${count === 2 ? "twice" : `${count} times`} on`];
  if (detail.import === undefined) return VERBS_FOR_MANY[verb];
  return isImportVerb(verb) ? ["imported"] : ["undid an import of"];
}

/** True if imports use this verb. Undoing an import uses "deleted" and "restored". */
export const isImportVerb = (verb: EventVerb): boolean => verb === "added" || verb === "edited";

/** Describes an event as plain text: "changed the tool Cursor: Notes, Tags". */
export function eventText(event: EventSummary): string {
  const { action, subject, rest } = eventWords(event);
  return `${action} ${isolate(subject)}${rest}`;
}
