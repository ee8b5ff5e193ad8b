import { z } from "zod";

import { httpUrl } from "#shared/kernel/text.ts";
import type { ReleaseNote } from "#shared/tools/release-notes.ts";

const answerSchema = z.object({
  releases: z.array(z.object({ date: z.string(), url: z.string() })).max(100),
});

/** JSON schema of the AI provider's answer. */
export const releaseAnswerSchema = z.toJSONSchema(answerSchema);

const noteSchema = z.object({ date: z.iso.date(), url: httpUrl });

/** Evidence for an address that a model returned. */
interface Grounds {
  /** Pages that its search actually found. */
  found: readonly string[];
  toolUrl: string | null;
  now: Date;
}

/** Returns the usable release notes of an answer: dated, and on a found site or the tool's own. */
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
