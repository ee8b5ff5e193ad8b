import type { BriefDocument } from "./brief-document.ts";
import { BRIEF_SECTIONS } from "./brief-rules.ts";
import type { BriefChoices } from "./briefs.ts";

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
