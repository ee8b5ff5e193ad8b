import { z } from "zod";

/** When the server does something by itself, in words that a screen can build a sentence of. */
export const scheduleSchema = z.discriminatedUnion("kind", [
  /** Only when somebody asks for it. */
  z.object({ kind: z.literal("off") }),
  z.object({ kind: z.literal("daily"), hour: z.int().min(0).max(23), minute: z.int().min(0).max(59) }),
  /** Any other pattern; `words` end a sentence: "every 6 hours". */
  z.object({ kind: z.literal("other"), words: z.string() }),
]);
export type Schedule = z.infer<typeof scheduleSchema>;

/** For how long single pieces of work held the thread that answers everybody, within the last hour. */
export const eventLoopDelaySchema = z.object({
  /** 99 of 100 signs of life came no later than this, in milliseconds; of the worst minute. */
  p99Ms: z.number(),
  longestMs: z.number(),
});
export type EventLoopDelay = z.infer<typeof eventLoopDelaySchema>;

/** What keeps the server from storing what people send, the worst first; `/readyz` names one in these words. */
export const storageProblemSchema = z.enum([
  "database damaged",
  "database file missing",
  "database file replaced",
  "database not responding",
  "storage low",
]);
export type StorageProblem = z.infer<typeof storageProblemSchema>;

/** What the operator has configured and everybody's screens depend on. Does not change while the server runs. */
export const workspaceSettingsSchema = z.object({
  /** Papers and release notes. */
  nightly: scheduleSchema,
  news: scheduleSchema,
  /** The IANA name of the zone that the hours belong to; null when the operator named none. */
  timezone: z.string().nullable(),
  /** Whether a language model writes summaries and suggestions. */
  hasModel: z.boolean(),
  papers: z.object({
    /** The archive that they come from, such as `arxiv.org`. */
    host: z.string(),
    /** Such as `cs.AI`. */
    category: z.string(),
  }),
  prompts: z.object({
    /** The most characters that the text of a prompt may have. */
    maxLength: z.int(),
  }),
});
export type WorkspaceSettings = z.infer<typeof workspaceSettingsSchema>;
