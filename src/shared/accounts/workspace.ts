import { z } from "zod";

/** Schedule of an automatic task, in parts from which screens build a sentence. */
const scheduleSchema = z.discriminatedUnion("kind", [
  /** Runs only on request. */
  z.object({ kind: z.literal("off") }),
  z.object({ kind: z.literal("daily"), hour: z.int().min(0).max(23), minute: z.int().min(0).max(59) }),
  /** Any other pattern. `words` end a sentence: "every 6 hours". */
  z.object({ kind: z.literal("other"), words: z.string() }),
]);
export type Schedule = z.infer<typeof scheduleSchema>;

/** How long single tasks blocked the main thread in the last hour. */
export const eventLoopDelaySchema = z.object({
  /** 99th percentile of the delay in the worst minute, in milliseconds. */
  p99Ms: z.number(),
  longestMs: z.number(),
});
export type EventLoopDelay = z.infer<typeof eventLoopDelaySchema>;

/** Problems that prevent the server from storing data, worst first. `/readyz` replies with one of these texts. */
export const storageProblemSchema = z.enum([
  "database damaged",
  "database file missing",
  "database file replaced",
  "database not responding",
  "storage low",
]);
export type StorageProblem = z.infer<typeof storageProblemSchema>;

/** Operator's settings that affect every user's screens. They don't change while the server runs. */
export const workspaceSettingsSchema = z.object({
  /** Schedule for papers and release notes. */
  nightly: scheduleSchema,
  news: scheduleSchema,
  /** IANA name of the schedule's time zone. Null if the operator set none. */
  timezone: z.string().nullable(),
  /** True if a language model writes summaries and suggestions. */
  hasModel: z.boolean(),
  papers: z.object({
    /** Archive of the papers, such as `arxiv.org`. */
    host: z.string(),
    /** Main arXiv category, for example `cs.AI`. */
    category: z.string(),
    otherCategories: z.array(z.string()),
  }),
  prompts: z.object({
    /** Maximum length of a prompt's text, in characters. */
    maxLength: z.int(),
  }),
});
export type WorkspaceSettings = z.infer<typeof workspaceSettingsSchema>;
