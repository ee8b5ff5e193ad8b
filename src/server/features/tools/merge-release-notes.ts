import { withoutKnown } from "#shared/news/entry-identity.ts";
import { MAX_RELEASE_NOTES, sortReleaseNotes } from "#shared/tools/release-note-list.ts";
import type { ReleaseNote } from "#shared/tools/release-notes.ts";

/**
 * Puts newly found notes to those that a tool has, newest first, each address once. What is there stays as it is; only
 * where a tool would have too many, the oldest go of the sites that the new ones come from, and so nothing that
 * somebody wrote down by hand.
 */
export function mergeReleaseNotes(
  present: readonly ReleaseNote[],
  found: readonly ReleaseNote[],
): ReleaseNote[] {
  const added = withoutKnown([...new Map(found.map((note) => [note.url, note])).values()], present);
  const merged = sortReleaseNotes([...present, ...added]);
  const surplus = merged.length - MAX_RELEASE_NOTES;
  if (surplus <= 0) return merged;
  const hosts = new Set(found.map(({ url }) => new URL(url).host));
  const isReplaceable = ({ url }: ReleaseNote) => URL.canParse(url) && hosts.has(new URL(url).host);
  const dropped = new Set(merged.filter(isReplaceable).slice(-surplus));
  return merged.filter((note) => !dropped.has(note));
}
