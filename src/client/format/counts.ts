import type { ListCounts } from "#shared/kernel/paging.ts";

/** How many match: "12", or "1000+" where they were not counted to the end. */
export const formatMatching = ({ matching, isExact }: ListCounts): string =>
  isExact ? String(matching) : `${matching}+`;
