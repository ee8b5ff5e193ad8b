/** Maximum length of a sentence for a verdict or vote, in characters. */
export const MAX_REASON_LENGTH = 500;
/** Maximum number of pieces of evidence for a verdict. */
export const MAX_EVIDENCE = 20;

/** Rings, from recommended for everybody to not recommended for new use. */
export const RINGS = ["adopt", "trial", "assess", "hold"] as const;
export type Ring = (typeof RINGS)[number];

export const CLEARANCES = ["public", "internal", "confidential"] as const;
/** Most sensitive kind of data that a tool may process. */
export type Clearance = (typeof CLEARANCES)[number];

export const STANCES = ["for", "against"] as const;
export type Stance = (typeof STANCES)[number];

/** Periods for which the moves of the radar are listed, in days. */
export const MOVE_PERIODS = [30, 90] as const;
export type MovePeriod = (typeof MOVE_PERIODS)[number];

/** Label of each ring, and its meaning for a tool. */
export const RING_WORDS: Readonly<Record<Ring, { label: string; sentence: string }>> = {
  adopt: { label: "Adopt", sentence: "We use it and recommend it." },
  trial: { label: "Trial", sentence: "One project uses it to learn." },
  assess: { label: "Assess", sentence: "Worth a look; nothing depends on it." },
  hold: { label: "Hold", sentence: "Start nothing new with it." },
};

export const CLEARANCE_LABELS: Readonly<Record<Clearance, string>> = {
  public: "Public only",
  internal: "Internal",
  confidential: "Confidential",
};

/** Filter value for tools without a verdict. */
export const NO_VERDICT = "none";
export type VerdictFilter = Ring | typeof NO_VERDICT;

/** True if a tool with this ring matches the filter. */
export const matchesVerdict = (ring: Ring | undefined, filter: VerdictFilter | null): boolean =>
  filter === null || (ring ?? NO_VERDICT) === filter;
