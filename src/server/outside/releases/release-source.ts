import type { WebPage } from "#server/outside/pages/page.ts";
import type { ReleaseNote } from "#shared/tools/release-notes.ts";

/** Tool to find release notes for. */
export interface ReleaseSubject {
  name: string;
  url: string | null;
  /** Returns its home page, read once for all sources. Returns null if there is none that may be read. */
  page(): Promise<WebPage | null>;
}

/** Finds the release notes of a tool. Returns null if the source has nowhere to search for this tool. */
export interface ReleaseSource {
  /** Name of the source in reports. */
  name: string;
  notesOf(subject: ReleaseSubject, signal?: AbortSignal): Promise<ReleaseNote[] | null>;
}
