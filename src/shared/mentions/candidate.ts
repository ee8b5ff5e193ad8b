import type { HiddenReason, MentionReason, Name } from "./mentions.ts";
import type { Hit } from "./name-table.ts";
import type { ParsedName } from "./names.ts";

/** What is thought of a name at a place; null while only the rest of the text can tell. */
export type Verdict = { reason: MentionReason } | { hidden: HiddenReason } | null;

/** A name at a place, which may mean it or not. */
export interface Candidate {
  hit: Hit<Name>;
  name: ParsedName<Name>;
  verdict: Verdict;
}
