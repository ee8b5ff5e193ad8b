import { z } from "zod";

import { httpUrl } from "#shared/kernel/text.ts";
import type { ReleaseNote } from "#shared/tools/release-notes.ts";

const answerSchema = z.object({
  releases: z.array(z.object({ date: z.string(), url: z.string() })).max(100),
});

/** What the AI provider is to answer. */
export const releaseAnswerSchema = z.toJSONSchema(answerSchema);

const noteSchema = z.object({ date: z.iso.date(), url: httpUrl });

/** Who may vouch for an address that a model wrote down. */
interface Grounds {
  /** The pages that its search really found. */
  found: readonly string[];
  toolUrl: string | null;
  now: Date;
}

/** The usable release notes of an answer: dated, and on a site that was found or is the tool's own. */
export function readReleaseAnswer(json: unknown, { found, toolUrl, now }: Grounds): ReleaseNote[] {
  const hosts = new Set([...found, toolUrl ?? ""].map(hostOf).filter((host) => host !== ""));
  const today = now.toISOString().slice(0, 10);
  return (answerSchema.safeParse(json).data?.releases ?? []).flatMap((release) => {
    const { data: note } = noteSchema.safeParse(release);
    return note && note.date <= today && hosts.has(hostOf(note.url)) ? [note] : [];
  });
}

const hostOf = (address: string): string =>
  URL.canParse(address) ? new URL(address).hostname.replace(/^www\./u, "") : "";
