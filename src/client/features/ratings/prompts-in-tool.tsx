import { useId } from "react";
import { Link } from "react-router-dom";

import { classNames } from "#client/ui/class-names.ts";
import { MoreButton } from "#client/ui/list/load-more.tsx";
import { itemAddress } from "#shared/kernel/item-address.ts";
import { formatRating } from "#shared/prompts/prompt-rules.ts";

import { usePromptsInTool } from "./use-ratings.ts";

const PAGE_SIZE = 5;

interface PromptsInToolProps {
  toolId: string;
  /** Level of its heading: 2 on a page, 3 in a dialog. */
  headingLevel?: 2 | 3;
  className: string;
}

/** Prompts that work in a tool, best first. Renders nothing if none was rated in it. */
export function PromptsInTool({ toolId, headingLevel = 3, className }: PromptsInToolProps) {
  const { prompts = [], ...list } = usePromptsInTool(toolId, PAGE_SIZE);
  const id = useId();
  const Heading = `h${headingLevel}` as const;
  if (prompts.length === 0) return null;
  return (
    <section aria-labelledby={id} className={className}>
      <Heading id={id} className="text-sm font-medium text-ink">
        Prompts that work in this tool
      </Heading>
      <ol className="mt-2 flex flex-col gap-1.5">
        {prompts.map((prompt) => (
          <li
            key={prompt.promptId}
            className={classNames(
              "flex min-w-0 flex-wrap items-baseline gap-x-2",
              !prompt.isCurrent && "text-ink-faint",
            )}
          >
            <Link
              to={itemAddress({ kind: "prompt", id: prompt.promptId })}
              className={classNames(
                "rounded-chip wrap-anywhere hover:underline",
                prompt.isCurrent && "text-accent-ink",
              )}
            >
              {prompt.promptName}
            </Link>
            <span className="tabular-nums">{formatRating(prompt)}</span>
            {prompt.purpose !== null && (
              <span title={prompt.purpose} className="min-w-0 grow basis-40 truncate text-xs text-ink-muted">
                {prompt.purpose}
              </span>
            )}
          </li>
        ))}
      </ol>
      <MoreButton list={list} variant="ghost" className="mt-2">
        More Prompts
      </MoreButton>
    </section>
  );
}
