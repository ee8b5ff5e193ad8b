import { ArrowRight, Check } from "lucide-react";
import { Link } from "react-router-dom";

import { Card } from "#client/ui/card.tsx";
import { classNames } from "#client/ui/class-names.ts";
import type { FirstStep } from "#shared/kernel/activity.ts";

interface StepWords {
  label: string;
  why: string;
  to: string;
}

const WORDS: Record<FirstStep["name"], Record<"empty" | "filled", StepWords>> = {
  tools: {
    empty: {
      label: "Add the tools your team uses",
      why: "One by one, from a file, or start with well-known ones.",
      to: "/dashboard?dialog=add",
    },
    filled: {
      label: "Browse your team's tools",
      why: "And add those that are missing.",
      to: "/dashboard",
    },
  },
  papers: {
    empty: {
      label: "See the latest papers",
      why: "From arXiv, to star, summarise and discuss.",
      to: "/arxiv",
    },
    filled: {
      label: "See the latest papers",
      why: "Star the ones worth reading; StackLoop remembers which ones you have seen.",
      to: "/arxiv",
    },
  },
  discussion: {
    empty: {
      label: "Start a discussion",
      why: "Add a book or an article for your team to read.",
      to: "/chapter-loop?dialog=add",
    },
    filled: {
      label: "Join a discussion",
      why: "See your team's readings, and add your opinion.",
      to: "/chapter-loop",
    },
  },
};

/** Suggested first steps for new users. */
export function FirstSteps({ steps }: { steps: readonly FirstStep[] }) {
  return (
    <Card className="overflow-hidden">
      <ol className="divide-y divide-line">
        {steps.map((step, index) => (
          <li key={step.name}>
            <Step step={step} number={index + 1} />
          </li>
        ))}
      </ol>
      <p className="border-t border-line px-4 py-2.5 text-xs text-pretty text-ink-faint">
        From your next visit on, other people's changes appear here.
      </p>
    </Card>
  );
}

function Step({ step: { name, isEmpty, isDone }, number }: { step: FirstStep; number: number }) {
  const { label, why, to } = WORDS[name][isEmpty ? "empty" : "filled"];
  return (
    <Link
      to={to}
      className="group flex min-h-14 items-center gap-3 px-4 py-2.5 -outline-offset-2! transition-colors hover:bg-sunken"
    >
      <span
        aria-hidden
        className={classNames(
          "flex size-7 shrink-0 items-center justify-center rounded-control text-xs font-semibold",
          isDone ? "bg-success-soft text-success-ink" : "bg-accent-soft text-accent-ink",
        )}
      >
        {isDone ? <Check className="size-4" /> : number}
      </span>
      <span className="min-w-0 flex-1">
        <span className={classNames("block font-medium", isDone && "text-ink-muted")}>
          {label}
          {isDone && <span className="sr-only"> (done)</span>}
        </span>
        <span className="block text-pretty text-ink-muted">{why}</span>
      </span>
      <ArrowRight aria-hidden className="size-4 shrink-0 text-ink-faint" />
    </Link>
  );
}
