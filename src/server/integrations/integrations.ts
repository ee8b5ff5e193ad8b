import type { ReleaseNote } from "#shared/tools.ts";

/** Finds the release notes of a tool. */
export interface ReleaseSource {
  notesOf(tool: { name: string; url: string | null }): Promise<ReleaseNote[]>;
}

/** The outside world, as services see it. What is null is not connected on this server. */
export interface Integrations {
  releases: ReleaseSource | null;
}

/** What this server is connected to. */
export const makeIntegrations = (): Integrations => ({ releases: null });
