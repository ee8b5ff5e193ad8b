import { CircleAlert, CircleCheck, Lightbulb, TriangleAlert } from "lucide-react";
import { Link } from "react-router-dom";

import { Card } from "#client/ui/card.tsx";
import { classNames } from "#client/ui/class-names.ts";
import { Badge } from "#client/ui/text/badge.tsx";
import type { Attention } from "#shared/operations/system-attention.ts";

import { attentionInWords, actionAddressOf } from "./system-words.ts";

const URGENCIES = {
  urgent: { words: "Urgent", tone: "danger", colour: "text-danger-ink", Icon: CircleAlert },
  soon: { words: "Soon", tone: "warning", colour: "text-warning-ink", Icon: TriangleAlert },
  advice: { words: "Advice", tone: "neutral", colour: "text-ink-faint", Icon: Lightbulb },
} as const;

/** Warnings with their actions, the most urgent first. */
export function AttentionList({ attention }: { attention: readonly Attention[] }) {
  return (
    <Card className="overflow-hidden">
      <h2 aria-live="polite" className="flex items-center gap-2.5 px-5 py-4 text-base font-semibold text-ink">
        {attention.length === 0 && <CircleCheck aria-hidden className="size-5 text-success-ink" />}
        {attentionInWords(attention)}
      </h2>
      {attention.length > 0 && (
        <ul aria-label="Needs attention" className="divide-y divide-line border-t border-line">
          {attention.map((item) => (
            <AttentionItem key={`${item.id} ${item.title}`} item={item} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function AttentionItem({ item }: { item: Attention }) {
  const { words, tone, colour, Icon } = URGENCIES[item.urgency];
  const place = actionAddressOf(item);
  return (
    <li className="flex gap-3 px-5 py-3.5">
      <Icon aria-hidden className={classNames("mt-0.5 size-4 shrink-0", colour)} />
      <div className="min-w-0 flex-1">
        <div className="flex items-start gap-2.5">
          <h3 className="min-w-0 font-medium text-pretty wrap-anywhere text-ink">{item.title}</h3>
          <Badge tone={tone} className="shrink-0">
            {words}
          </Badge>
        </div>
        <p className="mt-0.5 max-w-prose text-pretty wrap-anywhere text-ink-muted">{item.advice}</p>
        {place && (
          <Link
            to={place.to}
            className="mt-1 inline-flex min-h-6 items-center rounded-chip font-medium text-accent-ink underline-offset-2 hover:underline pointer-coarse:min-h-11"
          >
            {place.label}
          </Link>
        )}
      </div>
    </li>
  );
}
