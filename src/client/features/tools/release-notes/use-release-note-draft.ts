import { useState } from "react";

import type { ReleaseNote } from "#shared/tools/release-notes.ts";

interface Draft {
  date: string;
  url: string;
}
const EMPTY: Draft = { date: "", url: "" };
const NO_ERRORS: Partial<Draft> = {};

/** State of a typed release note that isn't in the list yet. */
export function useReleaseNoteDraft() {
  const [draft, setDraft] = useState(EMPTY);
  const [errors, setErrors] = useState(NO_ERRORS);

  /** Returns the note if it is complete. Otherwise its fields show errors. */
  async function check(): Promise<ReleaseNote | null> {
    const { releaseNoteSchema } = await import("#shared/tools/release-notes.ts");
    const checked = releaseNoteSchema.safeParse(draft);
    const messageAt = (field: keyof Draft) =>
      checked.error?.issues.find(({ path }) => path[0] === field)?.message;
    setErrors({ date: messageAt("date"), url: messageAt("url") });
    return checked.data ?? null;
  }

  return {
    ...draft,
    errors,
    isEmpty: draft.date.trim() === "" && draft.url.trim() === "",
    isFilled: draft.date.trim() !== "" && draft.url.trim() !== "",
    check,
    change: (part: Partial<Draft>) => {
      setDraft((now) => ({ ...now, ...part }));
      setErrors(NO_ERRORS);
    },
    /** Clears the fields, unless they changed since the draft was checked. */
    clear: () => {
      setDraft((now) => (now === draft ? EMPTY : now));
      setErrors(NO_ERRORS);
    },
  };
}

export type ReleaseNoteDraft = ReturnType<typeof useReleaseNoteDraft>;
