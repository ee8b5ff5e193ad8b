import type { App } from "#server/app.ts";
import { notFound } from "#server/errors.ts";
import { loadItemTexts } from "#server/kernel/texts/texts.service.ts";
import { type ItemRef, parseItemRef } from "#shared/kernel/items.ts";
import type { LinkField } from "#shared/links/link-fields.ts";
import type { HiddenReason, MentionReason } from "#shared/mentions/mentions.ts";
import { foldName } from "#shared/mentions/names/names.ts";

import { knownNames } from "./known-names.service.ts";

/** Occurrence of a tool's name in a text, with the reasons for its match decision. */
export interface ExplainedName {
  tool: string;
  ref: ItemRef;
  spelled: string;
  field: LinkField;
  isLinked: boolean;
  reason: MentionReason | HiddenReason;
  /** Uses of the name in the team's newest texts, in total and in lower case, and users' match decisions. */
  seen: number;
  lower: number;
  right: number;
  wrong: number;
}

const NO_COUNTS = { seen: 0, lower: 0, right: 0, wrong: 0 };

/** Returns every occurrence of tools' names in an item's texts, in order, with the reason for its match decision. */
export async function explainNames(
  app: Pick<App, "db" | "cacheVersions">,
  ref: ItemRef,
): Promise<ExplainedName[]> {
  const { kind, id } = parseItemRef(ref);
  const [item] = await loadItemTexts(app.db, kind, [id]);
  if (item === undefined) throw notFound(`There is no ${ref}`);
  const { finder, tools, countOf } = await knownNames(app);
  const countsOf = (spelled: string) => {
    const { seen, lower, right, wrong } = countOf(foldName(spelled)) ?? NO_COUNTS;
    return { seen, lower, right, wrong };
  };
  return item.texts.flatMap(({ field, text }) => {
    if (field === "address") return [];
    const { mentions, hidden } = finder.find(text);
    const spans = [
      ...mentions.map((span) => ({ ...span, isLinked: true })),
      ...hidden.map(({ hidden: reason, ...span }) => ({ ...span, reason, isLinked: false })),
    ];
    return spans
      .toSorted((one, other) => one.start - other.start)
      .map(({ target, spelled, reason, isLinked }) => ({
        tool: tools.get(target)?.name ?? target,
        ref: `tool:${target}` as const,
        spelled,
        field,
        isLinked,
        reason,
        ...countsOf(spelled),
      }));
  });
}
