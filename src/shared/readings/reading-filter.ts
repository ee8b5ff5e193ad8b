import type { Reading } from "./readings.ts";

export interface ReadingFilter {
  search: string;
  topic: string | null;
}

const equalsIgnoringCase = (text: string | null, wanted: string) =>
  text?.toLowerCase() === wanted.toLowerCase();

/** True if a reading matches the filter. The search covers title, author, topic, notes and tags. */
export function matchesReadingFilter(reading: Reading, { search, topic }: ReadingFilter): boolean {
  const lowercaseSearch = search.trim().toLowerCase();
  const texts = [reading.title, reading.author, reading.topic, reading.notes, ...reading.tags];
  return (
    (lowercaseSearch === "" || texts.some((text) => text?.toLowerCase().includes(lowercaseSearch))) &&
    (topic === null || equalsIgnoringCase(reading.topic, topic))
  );
}

/**
 * Returns all topics of readings, sorted and without duplicates. Of spellings that differ only in case, uses the
 * first.
 */
export function topicsOf(readings: readonly Pick<Reading, "topic">[]): string[] {
  const topics = new Map<string, string>();
  for (const { topic } of readings) {
    if (topic !== null && !topics.has(topic.toLowerCase())) topics.set(topic.toLowerCase(), topic);
  }
  return [...topics.values()].toSorted((a, b) => a.localeCompare(b, "en-US"));
}
