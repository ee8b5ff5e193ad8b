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

/** True for a source that failed after it last answered. */
export const isFailing = ({
  lastErrorAt,
  lastSuccessAt,
}: Pick<SourceHealth, "lastErrorAt" | "lastSuccessAt">): boolean =>
  lastErrorAt !== null && lastErrorAt > (lastSuccessAt ?? "");

/** How current a section is, for everybody who reads it. */
export const sectionStatusSchema = z.object({
  /** When a source last answered; null when none has yet. */
  updatedAt: z.iso.datetime().nullable(),
  /** How many of the sources failed when they were last asked. */
  failingSources: z.int(),
});
export type SectionStatus = z.infer<typeof sectionStatusSchema>;
