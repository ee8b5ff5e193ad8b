import { lazy } from "#shared/kernel/lazy.ts";
import { type Ring, RING_WORDS } from "#shared/verdicts/rings.ts";

import { BRIEF_SECTIONS } from "./brief-rules.ts";
import type { BriefChoices, BriefDocument, BriefLine, BriefPeriod } from "./briefs.ts";

const dayFormat = lazy(() => new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }));

/** Formats a period: "November 16 – 22, 2026". */
export const periodText = ({ from, to }: Pick<BriefPeriod, "from" | "to">): string =>
  from === to ? dayText(from) : dayFormat().formatRange(new Date(from), new Date(to)).replaceAll(/\s/gu, " ");

/** Formats a day, as in 2026-11-22: "November 22, 2026". */
const dayText = (day: string): string => dayFormat().format(new Date(day));

/** Returns the headline of a brief, or a title with its period. */
export const briefTitle = ({ headline, period }: Pick<BriefDocument, "headline" | "period">): string =>
  headline === "" ? `Brief of ${periodText(period)}` : headline;

const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;

/** Describes what a line's kind adds to its title, in short parts: ["Trial → Adopt", "Ada Lovelace"]. */
export function lineFacts(line: BriefLine): string[] {
  const { ring, change, sources, stars, replies, dueOn, by } = line;
  return [
    ring && ringMove(ring.from, ring.to, dueOn !== undefined),
    change && (change === "new" ? "New" : "Changed"),
    sources !== undefined && sources > 1 && counted(sources, "source"),
    stars !== undefined && stars > 0 && counted(stars, "star"),
    replies !== undefined && replies > 0 && counted(replies, "reply", "replies"),
    line.isUnanswered === true && "Unanswered",
    dueOn !== undefined && `Due ${dayText(dueOn)}`,
    by,
  ].flatMap((part) => part || []);
}

/** Returns a line's text with the titles of its evidence: "It halves reviews. For: A Study of Reviews." */
export function textWithEvidence({ text, evidence = [] }: BriefLine): string {
  const sentences = (["for", "against"] as const).flatMap((stance) => {
    const titles = evidence.filter((one) => one.stance === stance).map(({ title }) => title);
    return titles.length === 0 ? [] : `${stance === "for" ? "For" : "Against"}: ${titles.join("; ")}.`;
  });
  if (sentences.length === 0) return text;
  const start = text === "" || /\p{P}$/u.test(text) ? text : `${text}.`;
  return [start, ...sentences].join(" ").trim();
}

/** "Trial → Adopt" for a move, "Adopt" for a first verdict. Verdicts due for review don't move. */
function ringMove(from: Ring | null, to: Ring, isDue: boolean): string {
  const { label } = RING_WORDS[to];
  if (from === null || isDue) return label;
  return from === to ? `${label}, confirmed` : `${RING_WORDS[from].label} → ${label}`;
}

/** Applies a person's choices to the brief of a period. */
export function applyChoices(document: BriefDocument, choices: BriefChoices): BriefDocument {
  const hidden = new Set(choices.hidden);
  const order = [...choices.sections, ...BRIEF_SECTIONS];
  return {
    ...document,
    headline: choices.headline,
    note: choices.note,
    sections: document.sections
      .map((section) => {
        const lines = section.lines.filter(({ id }) => !hidden.has(id));
        return { ...section, lines, total: section.total - section.lines.length + lines.length };
      })
      .filter(({ lines }) => lines.length > 0)
      .toSorted((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind)),
  };
}
