import { useEffect } from "react";
import { Link } from "react-router-dom";

import { messageOf } from "#client/api/errors.ts";
import { trpc } from "#client/api/trpc.ts";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import type { AskAnswer, Quote } from "#shared/search/ask.ts";

/** Delay in ms before typing asks. */
const TYPING_PAUSE = 400;

/** Answer to a question by quotations. An AI provider is asked only if the question is complete: it ends with a mark. */
export function AnswerCard({ question }: { question: string }) {
  const { mutate, data, error, isPending } = trpc.search.ask.useMutation();
  useEffect(() => {
    const timer = setTimeout(() => mutate({ question, ai: /[?？؟]$/u.test(question) }), TYPING_PAUSE);
    return () => clearTimeout(timer);
  }, [mutate, question]);
  return (
    <section
      aria-label="From your team's knowledge"
      aria-busy={isPending}
      className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4 shadow-card"
    >
      <h2 className="text-sm font-semibold text-ink">From your team&apos;s knowledge</h2>
      <output className="flex flex-col gap-3">
        {error === null && (isPending || data === undefined) ? (
          <>
            <Skeleton className="h-5 w-full" />
            <Skeleton className="h-4 w-1/3" />
          </>
        ) : error === null ? (
          <Answer answer={data} />
        ) : (
          <p className="text-ink-muted">{messageOf(error, "Couldn't load an answer.")}</p>
        )}
      </output>
    </section>
  );
}

function Answer({ answer: { level, text, quotes, provider, note } }: { answer: AskAnswer }) {
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
      {quotes.length > 0 && (
        <ol aria-label="Quotations" className="flex flex-col gap-3">
          {quotes.map((quote) => (
            <li key={`${quote.url} ${quote.passage}`}>
              <Quotation quote={quote} />
            </li>
          ))}
        </ol>
      )}
      {note !== null && <p className="text-sm text-ink-muted">{note}</p>}
      {level !== "none" && <p className="text-xs text-ink-faint">{originOf(text, provider)}</p>}
    </>
  );
}

function originOf(text: string | null, provider: string | null): string {
  if (provider !== null) return `Written by ${provider} from these passages.`;
  return text === null
    ? "No AI wrote this. These are quotations."
    : "No AI wrote this. These are your team's verdicts.";
}

function Quotation({ quote: { title, url, passage, author } }: { quote: Quote }) {
  const { pathname, search } = new URL(url);
  return (
    <figure className="relative rounded-chip border-s-2 border-accent ps-3 focus-within:bg-sunken hover:bg-sunken">
      <blockquote dir="auto" className="wrap-anywhere text-ink">
        {passage}
      </blockquote>
      <figcaption className="mt-0.5 flex flex-wrap gap-x-2 text-xs text-ink-muted">
        <Link
          to={`${pathname}${search}`}
          className="rounded-chip font-medium wrap-anywhere after:absolute after:inset-0 hover:underline"
        >
          {title}
        </Link>
        {author !== null && <span className="line-clamp-1 wrap-anywhere">{author}</span>}
      </figcaption>
    </figure>
  );
}
