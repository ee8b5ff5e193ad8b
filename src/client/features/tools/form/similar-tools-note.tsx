import { useWatch } from "react-hook-form";
import { Link } from "react-router-dom";

import { useSimilarTools } from "#client/features/tools/use-similar-tools.ts";
import { itemAddress } from "#shared/kernel/item-address.ts";
import type { SimilarTool } from "#shared/tools/tools.ts";

import type { ToolForm } from "./tool-form-values.ts";

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
