import type { ListCounts } from "#shared/kernel/paging.ts";

/** Formats the number of matches: "12", or "1000+" if counting stopped. */
export const formatMatching = ({ matching, isExact }: ListCounts): string =>
  isExact ? String(matching) : `${matching}+`;

const BYTE_UNITS = ["B", "KB", "MB", "GB", "TB"];

/** "0 B", "850 B", "1.5 MB" */
export function formatSize(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), BYTE_UNITS.length - 1);
  return `${Number((bytes / 1000 ** step).toFixed(1))} ${BYTE_UNITS[step] ?? ""}`;
}

/** "0.4 ms", "37 ms", "1.2 s" */
export function formatMilliseconds(milliseconds: number): string {
  if (milliseconds >= 1000) return `${Number((milliseconds / 1000).toFixed(1))} s`;
  return `${milliseconds < 10 ? Number(milliseconds.toFixed(1)) : Math.round(milliseconds)} ms`;
}
