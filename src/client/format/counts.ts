import type { ListCounts } from "#shared/kernel/paging.ts";

/** Returns the number of matches: "12", or "1000+" if counting stopped. */
export const formatMatching = ({ matching, isExact }: ListCounts): string =>
  isExact ? String(matching) : `${matching}+`;
