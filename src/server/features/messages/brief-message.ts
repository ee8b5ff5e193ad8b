import type { BriefDocument } from "#shared/brief/brief-document.ts";
import { briefTitle, lineFacts, periodText } from "#shared/brief/brief-words.ts";

import { type Message, subjectOf } from "./message.ts";

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
      facts: lineFacts(line),
      text: line.text,
    })),
    more: Math.max(0, total - lines.length),
  }));
  const { headline, note, period } = document;
  return {
    title: headline === "" ? subjectOf(sections) || briefTitle(document) : headline,
    intro: [`Brief of ${periodText(period)}`, note].filter((part) => part !== "").join("\n\n"),
    sections,
    link: { label: "Open the brief", url: `${origin}${path}` },
  };
}
