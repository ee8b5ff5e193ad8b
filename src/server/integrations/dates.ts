const DAY_MS = 24 * 60 * 60 * 1000;
const EARLIEST = Date.UTC(1970, 0, 1);

/** Zone names that feeds write although JavaScript does not know them. */
const ZONES: Record<string, string> = {
  CET: "+0100",
  CEST: "+0200",
  BST: "+0100",
  JST: "+0900",
  IST: "+0530",
  AEST: "+1000",
  AEDT: "+1100",
  UTC: "+0000",
};

/**
 * A date as sources write it, as ISO 8601 UTC; null when it cannot be read. One that lies further ahead than
 * a day is taken as now, since nothing is published in the future.
 */
export function readDate(text: string | null | undefined, now: Date): string | null {
  const written = (text ?? "").trim().slice(0, 60);
  if (written === "") return null;
  const zoned = written.replace(/\b(?:CES?T|BST|JST|IST|AE[SD]T|UTC)$/u, (zone) => ZONES[zone] ?? zone);
  // A date without a zone is read as UTC, so that the server's own zone plays no part.
  const hasZone = /(?:Z|[+-]\d{2}:?\d{2}|[A-Z]{1,4})$/iu.test(zoned);
  const time = Date.parse(hasZone ? zoned : `${zoned}${/\d{2}:\d{2}/u.test(zoned) ? "Z" : " UTC"}`);
  const known = Number.isNaN(time) ? Date.parse(zoned) : time;
  if (Number.isNaN(known) || known < EARLIEST) return null;
  return new Date(known > now.getTime() + DAY_MS ? now.getTime() : known).toISOString();
}
