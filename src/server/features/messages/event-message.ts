import { personName } from "#shared/accounts/user-rules.ts";
import { briefTitle, lineFacts, periodText, textWithEvidence } from "#shared/brief/brief-words.ts";
import type { BriefDocument } from "#shared/brief/briefs.ts";
import { eventText } from "#shared/kernel/event-words.ts";
import { itemAddress, type ItemKey, toolPageAddress } from "#shared/kernel/item-address.ts";
import type { LedgerEvent } from "#shared/kernel/ledger.ts";
import { isolated } from "#shared/texts/escaping.ts";

import { type Message, subjectOf } from "./message.ts";

/** Event, with the reason if it is a verdict. Otherwise the reason is empty. */
export interface ReportedEvent {
  event: LedgerEvent;
  reason: string;
}

/** Returns the path of an event's item, or of its comment. */
const pathOf = ({ kind, itemId, detail }: LedgerEvent): string => {
  const item: ItemKey = { kind, id: itemId };
  return kind === "tool" && detail.comment === undefined
    ? toolPageAddress(itemId)
    : itemAddress(item, detail.comment ?? null);
};

/** Converts events to a message. */
export function eventMessage(reported: readonly ReportedEvent[], origin: string): Message {
  const lines = reported.map(({ event, reason }) => ({
    title: `${isolated(personName(event.actor))} ${eventText(event)}`,
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

/** Converts an event to the JSON of webhooks. Contains no e-mail addresses. */
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

/** Converts a brief to a message. `path` is the brief's page. */
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
