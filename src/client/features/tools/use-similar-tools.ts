import { useEffect, useState } from "react";

import { trpc } from "#client/api/trpc.ts";
import type { SimilarTool } from "#shared/tools/tools.ts";

/** Delay in ms before typing starts a search of the catalogue. */
const TYPING_PAUSE = 300;
const NONE: readonly SimilarTool[] = [];

interface Typed {
  name: string;
  company: string;
  url: string;
}

/** Returns existing tools that match the typed text after a pause. Empty while unknown. */
export function useSimilarTools({ name, company, url }: Typed): readonly SimilarTool[] {
  const [paused, setPaused] = useState<Typed>({ name: "", company: "", url: "" });
  useEffect(() => {
    const timer = setTimeout(() => setPaused({ name, company, url }), TYPING_PAUSE);
    return () => clearTimeout(timer);
  }, [name, company, url]);
  const isTyped = paused.name.trim() !== "" || paused.url.trim() !== "";
  const { data } = trpc.tools.similar.useQuery(paused, { enabled: isTyped, staleTime: 0, retry: false });
  const isOutdated = paused.name !== name || paused.company !== company || paused.url !== url;
  return isTyped && !isOutdated && data ? data : NONE;
}
