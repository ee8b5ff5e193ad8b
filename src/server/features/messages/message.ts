import { personName } from "#shared/accounts/user-rules.ts";
import { briefTitle, lineFacts, periodText, textWithEvidence } from "#shared/brief/brief-texts.ts";
import type { BriefDocument } from "#shared/brief/briefs.ts";
import { eventText } from "#shared/kernel/event-words.ts";
import { itemAddress, type ItemKey, toolPageAddress } from "#shared/kernel/item-address.ts";
import type { LedgerEvent } from "#shared/kernel/ledger.ts";
import { isolate } from "#shared/texts/escaping.ts";

/** Line of a message: what happened, and a link to it. */
export interface MessageLine {
  title: string;
  url: string;
  /** Short texts after the title, such as "Trial → Adopt" or "Ada Lovelace". */
  facts: readonly string[];
  /** Sentence below the title. May be empty. */
  text: string;
}

export interface MessageSection {
  title: string;
  lines: readonly MessageLine[];
  /** Number of omitted lines. */
  more: number;
}

/** Message to a channel or a person, in plain text. Mails and chat messages are created from it. */
export interface Message {
  title: string;
  /** Sentence above the sections. May be empty. */
  intro: string;
  sections: readonly MessageSection[];
  /** Link to the page with all lines. */
  link: { label: string; url: string };
}

export const countLines = ({ sections }: Pick<Message, "sections">): number =>
  sections.reduce((sum, { lines, more }) => sum + lines.length + more, 0);

/** Maximum length of a subject in characters. Mail programs show about half of that. */
const MAX_SUBJECT_LENGTH = 150;

/** Returns a subject that names the first item, such as "Cursor moved to Adopt, and 12 more". */
export function subjectOf(sections: readonly MessageSection[]): string {
  const first = sections.find(({ lines }) => lines.length > 0)?.lines[0];
  if (!first) return "";
  const others = countLines({ sections }) - 1;
  const rest = others > 0 ? `, and ${others.toLocaleString("en-US")} more` : "";
  return `${shorten(isolate(first.title), MAX_SUBJECT_LENGTH - rest.length)}${rest}`;
}

/** Returns a text of at most `max` characters, without line breaks. */
export function shorten(text: string, max: number): string {
  const line = text.replaceAll(/[\p{Cc}\s]+/gu, " ").trim();
  if (line.length <= max) return line;
  // Closes a bidirectional isolate that would be cut.
  const isInIsolate = line.lastIndexOf("\u2068", max - 2) > line.lastIndexOf("\u2069", max - 2);
  const end = isInIsolate ? "…\u2069" : "…";
  const cut = line.slice(0, max - end.length);
  // Cutting between the two units of a surrogate pair would leave half a character.
  return `${cut.isWellFormed() ? cut : cut.slice(0, -1)}${end}`;
}

/** Returns a message with at most `max` lines. Cuts the longest sections first, at their ends. */
export function limitLines(message: Message, max: number): Message {
  const { sections } = message;
  const lengths = sections.map(({ lines }) => lines.length);
  const total = (maxPerSection: number) =>
    lengths.reduce((sum, length) => sum + Math.min(length, maxPerSection), 0);
  let cap = Math.max(0, ...lengths);
  while (cap > 1 && total(cap) > max) cap -= 1;
  return {
    ...message,
    sections: sections.map((section) => ({
      ...section,
      lines: section.lines.slice(0, cap),
      more: section.more + Math.max(0, section.lines.length - cap),
    })),
  };
}

/** Halves the number of lines until the written message fits. If even one line doesn't fit, returns that attempt. */
export function writeToFit<Written>(
  message: Message,
  maxLines: number,
  write: (message: Message) => Written,
  fits: (written: Written) => boolean,
): Written {
  for (let max = maxLines; ; max = Math.floor(max / 2)) {
    const written = write(limitLines(message, max));
    if (max <= 1 || fits(written)) return written;
  }
}

/** Returns a text such as "and 12 more". */
export const moreText = (more: number): string => `and ${more.toLocaleString("en-US")} more`;

/** Event with the reason of its verdict. The reason is empty for other events. */
export interface ReportedEvent {
  event: LedgerEvent;
  reason: string;
}

/** Returns the path of an event's comment or item. */
const pathOf = ({ kind, itemId, detail }: LedgerEvent): string => {
  const item: ItemKey = { kind, id: itemId };
  return kind === "tool" && detail.comment === undefined
    ? toolPageAddress(itemId)
    : itemAddress(item, detail.comment ?? null);
};

/** Converts events to a message. */
export function eventMessage(reported: readonly ReportedEvent[], origin: string): Message {
  const lines = reported.map(({ event, reason }) => ({
    title: `${isolate(personName(event.actor))} ${eventText(event)}`,
    url: `${origin}${pathOf(event)}`,
    facts: [],
    text: reason,
  }));
  const sections = [{ title: "", lines, more: 0 }];
  return {
    title: subjectOf(sections),
    intro: "",
    sections,
    link: { label: "Open StackLoop", url: `${origin}/` },
  };
}

/** Converts an event to the JSON of webhooks, without email addresses. */
export function eventJson({ event, reason }: ReportedEvent, origin: string) {
  const { seq, at, actor, verb, kind, itemId, title, detail } = event;
  return {
    seq,
    at,
    actor: actor && { id: actor.id, name: personName(actor) },
    verb,
    kind,
    itemId,
    title,
    detail,
    ...(reason !== "" && { reason }),
    url: `${origin}${pathOf(event)}`,
  };
}

/** Converts a brief to a message. `path` is the path of the brief's page. */
export function briefMessage(
  document: BriefDocument,
  { origin, path }: { origin: string; path: string },
): Message {
  const sections = document.sections.map(({ title, lines, total }) => ({
    title,
    lines: lines.map((line) => ({
      title: line.title,
      url: line.url ?? `${origin}${line.href}`,
      facts: [...(line.group === undefined ? [] : [line.group]), ...lineFacts(line)],
      text: textWithEvidence(line),
    })),
    more: Math.max(0, total - lines.length),
  }));
  const { headline, note, period } = document;
  const first = subjectOf(sections);
  return {
    title: headline !== "" || first === "" ? briefTitle(document) : `Brief: ${first}`,
    intro: [`Brief of ${periodText(period)}`, note].filter((part) => part !== "").join("\n\n"),
    sections,
    link: { label: "Open the brief", url: `${origin}${path}` },
  };
}
