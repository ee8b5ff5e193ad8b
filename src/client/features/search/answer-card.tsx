import { useEffect, useEffectEvent } from "react";
import { Link } from "react-router-dom";

import { messageOf } from "#client/api/errors.ts";
import { trpc } from "#client/api/trpc.ts";
import { useWorkspaceSettings } from "#client/features/workspace/use-workspace-settings.ts";
import { ItemText } from "#client/format/tex-text.tsx";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { lazyComponent } from "#client/ui/lazy-component.tsx";
import { passageState } from "#client/ui/links.tsx";
import { itemOfRef } from "#shared/kernel/item-address.ts";
import type { AskAnswer, Quote } from "#shared/search/ask.ts";

import { ASKING_DELAY_MS } from "./use-search.ts";

const AskTheTeam = lazyComponent(async () => (await import("./ask-the-team.tsx")).AskTheTeam);

interface AnswerCardProps {
  question: string;
  /** False if the question was in the URL. It is then asked without a delay. */
  isTyped: boolean;
  /** Called after the first answer or error. */
  onAnswer: () => void;
}

/**
 * Answer to a question. Quotations are shown first. If the question ends with a question mark, a connected AI provider
 * then writes an answer from them.
 */
export function AnswerCard({ question, isTyped, onAnswer }: AnswerCardProps) {
  const { mutate, data, error, isPending } = trpc.search.ask.useMutation();
  const providerAnswer = trpc.search.ask.useMutation();
  const hasModel = useWorkspaceSettings()?.hasModel === true;
  const shouldAskProvider =
    hasModel &&
    data !== undefined &&
    data.level !== "none" &&
    data.text === null &&
    /[?？؟]$/u.test(question);
  const askProvider = useEffectEvent(() => providerAnswer.mutate({ question }));
  // The settings may load after the quotations.
  useEffect(() => {
    if (shouldAskProvider) askProvider();
  }, [shouldAskProvider]);
  useEffect(() => {
    const ask = () => mutate({ question, ai: false }, { onSettled: onAnswer });
    const timer = setTimeout(ask, isTyped ? ASKING_DELAY_MS : 0);
    return () => clearTimeout(timer);
  }, [mutate, question, isTyped, onAnswer]);
  const answer = providerAnswer.data ?? data;
  return (
    <section
      aria-label="From your team's knowledge"
      aria-busy={isPending || providerAnswer.isPending}
      className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4 shadow-card"
    >
      <h2 className="text-sm font-semibold text-ink">From your team&apos;s knowledge</h2>
      <output className="flex flex-col gap-3">
        {error !== null ? (
          <p className="text-ink-muted">{messageOf(error, "Couldn't load an answer.")}</p>
        ) : answer === undefined ? (
          <>
            <Skeleton className="h-5 w-full" />
            <Skeleton className="h-4 w-1/3" />
          </>
        ) : (
          <Answer question={question} answer={answer} isBeingWritten={providerAnswer.isPending} />
        )}
        {providerAnswer.isError && (
          <p className="text-sm text-ink-muted">The AI provider didn&apos;t answer.</p>
        )}
      </output>
    </section>
  );
}

interface AnswerProps {
  question: string;
  answer: AskAnswer;
  /** True while the AI provider writes an answer from the quotations. */
  isBeingWritten: boolean;
}

function Answer({ question, answer, isBeingWritten }: AnswerProps) {
  const { level, text, quotes, provider, note } = answer;
  return (
    <>
      {level === "closest" && text === null && (
        <p className="text-ink-muted">Closest passages. They may not answer your question.</p>
      )}
      {level === "none" && (
        <p className="text-ink-muted">
          {quotes.length > 0 ? "No answer found. These items are closest:" : "No answer found."}
        </p>
      )}
      {text !== null && (
        <p dir="auto" className="wrap-anywhere text-ink">
          {text}
        </p>
      )}
      {isBeingWritten && <p className="text-ink-muted">The AI provider is writing an answer…</p>}
      {quotes.length > 0 && (
        <ol aria-label="Quotations" className="flex flex-col gap-3">
          {quotes.map((quote) => (
            <li key={`${quote.url} ${quote.passage}`}>
              <Quotation quote={quote} />
            </li>
          ))}
        </ol>
      )}
      {level === "none" && <AskTheTeam question={question} closest={quotes} />}
      {note !== null && <p className="text-sm text-ink-muted">{note}</p>}
      {level !== "none" && <p className="text-xs text-ink-faint">{describeOrigin(text, provider)}</p>}
    </>
  );
}

function describeOrigin(text: string | null, provider: string | null): string {
  if (provider !== null) return `Written by ${provider} from these passages.`;
  return text === null
    ? "No AI wrote this. These are quotations."
    : "No AI wrote this. It comes from your team's items and decisions.";
}

function Quotation({ quote: { ref, title, url, passage, author } }: { quote: Quote }) {
  const { kind } = itemOfRef(ref);
  const { pathname, search } = new URL(url);
  return (
    <figure className="relative rounded-chip border-s-2 border-accent ps-3 focus-within:bg-sunken hover:bg-sunken">
      <blockquote dir="auto" className="wrap-anywhere text-ink">
        <ItemText kind={kind} text={passage} />
      </blockquote>
      <figcaption className="mt-0.5 flex flex-wrap gap-x-2 text-xs text-ink-muted">
        <Link
          to={`${pathname}${search}`}
          state={passageState(passage)}
          className="rounded-chip font-medium wrap-anywhere after:absolute after:inset-0 hover:underline"
        >
          <ItemText kind={kind} text={title} />
        </Link>
        {author !== null && <span className="line-clamp-1 wrap-anywhere">{author}</span>}
      </figcaption>
    </figure>
  );
}
