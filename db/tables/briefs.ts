/** Briefs, and pages that people read without signing in. */

export interface BriefTable {
  id: string;
  /** First and last day of the period, as in 2026-11-22. */
  firstDay: string;
  lastDay: string;
  /** Headline, or empty. */
  title: string;
  note: string;
  /** JSON: the whole brief as published. */
  document: string;
  createdBy: string | null;
  publishedAt: string;
}

/** A person's choices for a brief that is not published. */
export interface BriefDraftTable {
  userId: string;
  firstDay: string;
  lastDay: string;
  headline: string;
  note: string;
  /** JSON: ids of the omitted lines. */
  hidden: string;
  /** JSON: kinds of sections in their order. */
  sections: string;
  savedAt: string;
}

/** Pages for people without an account. `hash` is the SHA-256 of the secret in the address. */
export interface SharedPageTable {
  id: string;
  /** Unique. */
  hash: string;
  kind: "radar" | "landscape" | "brief";
  /** Set for a brief. */
  briefId: string | null;
  title: string;
  /** 1 if the page names the people who decided, else 0. */
  showsNames: number;
  createdBy: string | null;
  createdAt: string;
}
