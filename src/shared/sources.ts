import { z } from "zod";

/** How an outside source was the last times that it was asked. */
export const sourceHealthSchema = z.object({
  /** Its name, or the address of a feed. */
  source: z.string(),
  lastSuccessAt: z.iso.datetime().nullable(),
  lastErrorAt: z.iso.datetime().nullable(),
  lastError: z.string().nullable(),
  /** Before this time it is not asked again; null when it may be asked at any time. */
  nextTryAt: z.iso.datetime().nullable(),
});
export type SourceHealth = z.infer<typeof sourceHealthSchema>;
