import { z } from "zod";

/** State of an outside source at its last requests. */
export const sourceHealthSchema = z.object({
  /** Name of the source, or the address of a feed. */
  source: z.string(),
  lastSuccessAt: z.iso.datetime().nullable(),
  lastErrorAt: z.iso.datetime().nullable(),
  lastError: z.string().nullable(),
  /** Earliest time of the next request. Null if there is no restriction. */
  nextTryAt: z.iso.datetime().nullable(),
});
export type SourceHealth = z.infer<typeof sourceHealthSchema>;

/** True if a source has failed since its last reply. */
export const isFailing = ({
  lastErrorAt,
  lastSuccessAt,
}: Pick<SourceHealth, "lastErrorAt" | "lastSuccessAt">): boolean =>
  lastErrorAt !== null && lastErrorAt > (lastSuccessAt ?? "");

/** State of a section's sources, as all its readers see it. */
export const sectionStatusSchema = z.object({
  /** Time of the last reply of any source. Null if there is none yet. */
  updatedAt: z.iso.datetime().nullable(),
  /** Number of sources whose last request failed. */
  failingSources: z.int(),
});
export type SectionStatus = z.infer<typeof sectionStatusSchema>;
