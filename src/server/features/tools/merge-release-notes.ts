import { withoutKnown } from "#shared/news/entry-identity.ts";
import { MAX_RELEASE_NOTES, sortReleaseNotes } from "#shared/tools/release-note-list.ts";
import type { ReleaseNote } from "#shared/tools/release-notes.ts";

/**
 * Merges new notes into a tool's notes, newest first, without duplicate addresses. Existing notes are unchanged.
 * Beyond the limit, drops the oldest notes from the new notes' sites, never manual ones.
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
