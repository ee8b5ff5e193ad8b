import type { HiddenReason, MentionReason, Name } from "./mentions.ts";
import type { Hit } from "./names/name-table.ts";
import type { ParsedName } from "./names/names.ts";

/** Match decision for a name. Null while it depends on the rest of the text. */
export type Verdict = { reason: MentionReason } | { hidden: HiddenReason } | null;

/** Name at a position, which may or may not refer to the item. */
export interface Candidate {
  hit: Hit<Name>;
  name: ParsedName<Name>;
  verdict: Verdict;
}
