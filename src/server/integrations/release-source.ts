import type { ReleaseNote } from "#shared/tools.ts";

/** The tool that release notes are wanted of. */
export interface ReleaseSubject {
  name: string;
  url: string | null;
}

/** Finds the release notes of a tool, newest first; none when the tool has no such source. */
export interface ReleaseSource {
  /** Names the source in reports. */
  name: string;
  notesOf(subject: ReleaseSubject, signal?: AbortSignal): Promise<ReleaseNote[]>;
}
