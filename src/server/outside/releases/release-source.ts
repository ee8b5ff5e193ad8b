import type { WebPage } from "#server/outside/pages/page.ts";
import type { ReleaseNote } from "#shared/tools/release-notes.ts";

/** The tool that release notes are wanted of. */
export interface ReleaseSubject {
  name: string;
  url: string | null;
  /** Its first page, read once for all sources; null when it has none that may be read. */
  page(): Promise<WebPage | null>;
}

/** Finds the release notes of a tool; null when there is no place to look for this tool. */
export interface ReleaseSource {
  /** Names the source in reports. */
  name: string;
  notesOf(subject: ReleaseSubject, signal?: AbortSignal): Promise<ReleaseNote[] | null>;
}
