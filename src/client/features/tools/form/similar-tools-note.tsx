import { useEffect, useState } from "react";
import { useWatch } from "react-hook-form";
import { Link } from "react-router-dom";

import { trpc } from "#client/api/trpc.ts";
import { itemAddress } from "#shared/kernel/item-address.ts";
import type { SimilarTool } from "#shared/tools/tools.ts";

import type { ToolForm } from "./tool-form-values.ts";

/** Delay in ms before typing starts a search of the catalogue. */
const TYPING_PAUSE = 300;
const NONE: readonly SimilarTool[] = [];

interface Typed {
  name: string;
  company: string;
  url: string;
}

/** Returns existing tools that match the typed text after a pause. Empty while unknown. */
function useSimilarTools({ name, company, url }: Typed): readonly SimilarTool[] {
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

/** List of existing tools with the typed name or URL. Each link opens a new tab. */
export function SimilarToolsNote({ form }: { form: ToolForm }) {
  const [name, company, url] = useWatch({ control: form.control, name: ["name", "company", "url"] });
  const similar = useSimilarTools({ name, company: company ?? "", url: url ?? "" });
  return (
    // No <output>: resetting its form would replace what React rendered in it.
    <div aria-live="polite" className="grid gap-1 text-warning-ink empty:hidden">
      {similar.map((tool) => (
        <span key={tool.id}>
          <SimilarToolName tool={tool} /> <span>is already in the AI Stack.</span>{" "}
          <Link
            to={itemAddress({ kind: "tool", id: tool.id })}
            target="_blank"
            aria-label={`Open ${tool.name} in a new tab`}
            className="rounded-chip font-medium underline underline-offset-2"
          >
            Open it
          </Link>
        </span>
      ))}
    </div>
  );
}

const SimilarToolName = ({ tool: { name, company } }: { tool: SimilarTool }) => (
  <>
    <bdi className="font-medium">{name}</bdi>
    {company !== null && (
      <span>
        {" "}
        by <bdi>{company}</bdi>
      </span>
    )}
  </>
);
