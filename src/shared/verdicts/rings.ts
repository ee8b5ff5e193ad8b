/** From what everybody should use to what nobody should begin with. */
export const RINGS = ["adopt", "trial", "assess", "hold"] as const;
export type Ring = (typeof RINGS)[number];

export const CLEARANCES = ["public", "internal", "confidential"] as const;
/** Up to which kind of data a tool may be given. */
export type Clearance = (typeof CLEARANCES)[number];

export const STANCES = ["for", "against"] as const;
export type Stance = (typeof STANCES)[number];

/** How each ring is called, and what it says of a tool. */
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

/** Tools without a verdict, as the filter names them. */
export const NO_VERDICT = "none";
export type VerdictFilter = Ring | typeof NO_VERDICT;

/** Whether a tool, of which this is the ring, is among what a filter leaves. */
export const matchesVerdict = (ring: Ring | undefined, filter: VerdictFilter | null): boolean =>
  filter === null || (ring ?? NO_VERDICT) === filter;
