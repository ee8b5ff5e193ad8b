import { Star } from "lucide-react";
import { useId, useState } from "react";
import { Link } from "react-router-dom";

import { useIsDeleted } from "#client/features/live/open-item.tsx";
import { Button } from "#client/ui/button.tsx";
import { classNames } from "#client/ui/class-names.ts";
import { Disclosure } from "#client/ui/disclosure.tsx";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { ErrorState } from "#client/ui/feedback/states.tsx";
import { lazyComponent } from "#client/ui/lazy-component.tsx";
import { personName } from "#shared/accounts/user-rules.ts";
import { toolPageAddress } from "#shared/kernel/item-address.ts";
import { formatRating } from "#shared/prompts/prompt-rules.ts";
import type { PromptRatings } from "#shared/prompts/prompts.ts";

import { usePromptRatings } from "./use-ratings.ts";

const RateForm = lazyComponent(async () => (await import("./rate-form.tsx")).RateForm);

/** Ref callback that focuses the button which opened the form. */
const focusControl = (control: HTMLElement | null) => control?.focus();

/** Tools in which a prompt works, by their ratings, and a form to rate it. */
export function WorksIn({ promptId }: { promptId: string }) {
  const { ratings, isError, retry } = usePromptRatings(promptId);
  const [form, setForm] = useState<"unopened" | "open" | "closed">("unopened");
  const isDeleted = useIsDeleted();
  const id = useId();
  if (isError) return <ErrorState text="Couldn't load the ratings." onRetry={retry} />;
  if (!ratings) return <Skeleton className="h-control" />;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <div className="flex min-h-control flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <p className="min-w-0 flex-1 wrap-anywhere">
          <span id={id} className="font-medium text-ink">
            {ratings.tools.length === 0 ? "Works in" : "Works in: "}
          </span>
          {ratings.tools.length === 0 ? (
            <span className="text-ink-muted"> · Not rated yet</span>
          ) : (
            <RatedTools tools={ratings.tools} />
          )}
        </p>
        {form !== "open" && (
          <Button
            ref={form === "closed" ? focusControl : undefined}
            size="small"
            icon={<Star aria-hidden />}
            disabled={isDeleted}
            onClick={() => setForm("open")}
          >
            Rate
          </Button>
        )}
      </div>
      {form === "open" && (
        <RateForm promptId={promptId} ratings={ratings} onClose={() => setForm("closed")} />
      )}
      <RatingNotes ratings={ratings} />
    </section>
  );
}

const RatedTools = ({ tools }: Pick<PromptRatings, "tools">) =>
  tools.map((tool, index) => (
    <span key={tool.toolId} className={classNames(!tool.isCurrent && "text-ink-faint")}>
      {index > 0 && ", "}
      <Link to={toolPageAddress(tool.toolId)} className="rounded-chip underline underline-offset-2">
        {tool.toolName}
      </Link>{" "}
      <span className="tabular-nums">{formatRating(tool)}</span>
    </span>
  ));

function RatingNotes({ ratings: { tools, version } }: { ratings: PromptRatings }) {
  const count = tools.reduce((sum, { ratings }) => sum + ratings.length, 0);
  if (count === 0) return null;
  return (
    <Disclosure title={`Ratings (${count})`} variant="plain">
      <ul className="flex flex-col gap-1 text-xs">
        {tools.flatMap(({ toolId, toolName, ratings }) =>
          ratings.map((rating) => (
            <li
              key={`${toolId} ${rating.version} ${rating.user.id}`}
              className={classNames(
                "wrap-anywhere",
                rating.version === version ? "text-ink-muted" : "text-ink-faint",
              )}
            >
              <bdi className="font-medium">{personName(rating.user)}</bdi> · {toolName} ★ {rating.stars}
              {rating.version !== version && ` for version ${rating.version}`}
              {rating.note !== null && <>: “{rating.note}”</>}
            </li>
          )),
        )}
      </ul>
    </Disclosure>
  );
}
