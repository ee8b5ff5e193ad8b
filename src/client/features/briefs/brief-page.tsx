import { BookOpenCheck, ScrollText, Send } from "lucide-react";
import { useState } from "react";
import { useSearchParams, Link } from "react-router-dom";

import { pagedList } from "#client/api/load-state.ts";
import { trpc } from "#client/api/trpc.ts";
import { useCurrentUser } from "#client/features/users/use-auth.ts";
import { longFormDate } from "#client/format/dates.ts";
import { Button } from "#client/ui/button.tsx";
import { Card } from "#client/ui/card.tsx";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { EmptyState, ErrorState } from "#client/ui/feedback/states.tsx";
import { ChoiceBar } from "#client/ui/form/choice-bar.tsx";
import { Field } from "#client/ui/form/field.tsx";
import { TextInput, DayInput } from "#client/ui/form/inputs.tsx";
import { TextArea } from "#client/ui/form/text-inputs.tsx";
import { lazyComponent } from "#client/ui/lazy-component.tsx";
import { MoreButton } from "#client/ui/list/load-more.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";
import {
  type BriefPeriodName,
  BRIEF_LIMITS,
  BRIEF_PERIODS,
  daysOfPeriod,
} from "#shared/brief/brief-rules.ts";
import { applyChoices, periodText } from "#shared/brief/brief-texts.ts";
import type { BriefRequest, OpenBrief } from "#shared/brief/briefs.ts";

import { BriefSaveMenu, BriefSections } from "./brief-sections.tsx";
import { useBriefFiles, useDraft, useOpenBrief, usePublish } from "./use-brief.ts";

const SendBriefDialog = lazyComponent(async () => (await import("./send-brief-dialog.tsx")).SendBriefDialog);

/** Page with the brief of a period, to edit, save, copy and publish. The URL names the period. */
export function BriefPage() {
  const [parameters] = useSearchParams();
  const days =
    parameters.get("period") === "last-month"
      ? daysOfPeriod("Last month", todayIn(undefined))
      : { from: parameters.get("from") ?? undefined, to: parameters.get("to") ?? undefined };
  const { brief, problem, retry } = useOpenBrief(days);
  const shown = brief?.document.period;
  return (
    <div className="mx-auto max-w-4xl space-y-5">
      <PageHeader title="Brief" subtitle={shown ? periodText(shown) : "What happened in a period"} />
      <PeriodPicker days={days} timeZone={shown?.timeZone} />
      {brief ? (
        <BriefEditor key={`${shown?.from} ${shown?.to}`} brief={brief} />
      ) : problem === null ? (
        <Skeleton className="h-120 rounded-card" />
      ) : (
        <ErrorState text={problem} {...(retry && { onRetry: retry })} />
      )}
      {(brief || problem !== null) && <PublishedBriefs />}
    </div>
  );
}

const CHOICES = BRIEF_PERIODS.map((name) => ({ value: name, label: name }));

/** Returns today's date as YYYY-MM-DD, in the given or else the browser's time zone. */
const todayIn = (timeZone: string | undefined): string =>
  new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }).format(
    new Date(),
  );

function periodNameOf({ from, to }: BriefRequest, today: string): BriefPeriodName {
  if (from === undefined && to === undefined) return "Last week";
  const isShown = (name: BriefPeriodName) => {
    if (name === "Custom") return true;
    const days = daysOfPeriod(name, today);
    return days.from === from && days.to === to;
  };
  return BRIEF_PERIODS.find(isShown) ?? "Custom";
}

interface PeriodPickerProps {
  days: BriefRequest;
  timeZone: string | undefined;
}

/** Period picker. It stays mounted while a brief loads, because its fields may have the focus. */
function PeriodPicker({ days, timeZone }: PeriodPickerProps) {
  const [, setParameters] = useSearchParams();
  const today = todayIn(timeZone);
  const [isCustom, setCustom] = useState(false);
  const chosen = isCustom ? "Custom" : periodNameOf(days, today);
  const lastWeek = daysOfPeriod("Last week", today);
  const from = days.from ?? lastWeek.from;
  const to = days.to ?? lastWeek.to;

  function choose(name: BriefPeriodName) {
    setCustom(name === "Custom");
    if (name !== "Custom") setParameters(daysOfPeriod(name, today));
  }

  function chooseDays(changes: { from: string } | { to: string }) {
    // Keep showing the fields, even if the chosen days equal a named period.
    setCustom(true);
    setParameters({ from, to, ...changes });
  }

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
      <ChoiceBar
        label="Period"
        choices={CHOICES}
        chosen={chosen}
        onChange={choose}
        className="max-md:w-full"
      />
      {chosen === "Custom" && (
        <div className="flex flex-wrap gap-x-4 gap-y-2">
          <DayInput
            label="First day"
            value={from}
            onChange={(day) => day !== null && chooseDays({ from: day })}
          />
          <DayInput label="Last day" value={to} onChange={(day) => day !== null && chooseDays({ to: day })} />
        </div>
      )}
    </div>
  );
}

function describeDraft({
  isSaved,
  hasFailed,
}: Pick<ReturnType<typeof useDraft>, "isSaved" | "hasFailed">): string {
  if (isSaved) return "Your draft is saved automatically.";
  return hasFailed ? "Your draft isn't saved. The next change tries again." : "Saving...";
}

function BriefEditor({ brief }: { brief: OpenBrief }) {
  const { document } = brief;
  const { period } = document;
  const draft = useDraft(brief);
  const { choices, change } = draft;
  const chosen = applyChoices(document, choices);
  const files = useBriefFiles(chosen);
  const publishing = usePublish(period);
  const { client } = trpc.useUtils();
  const { from, to } = period;
  const isAdmin = useCurrentUser()?.role === "admin";
  const [isSending, setSending] = useState(false);

  async function saveSlides() {
    if (!(await draft.flush())) return;
    await files.save(client.briefs.export.query({ from, to, format: "pptx", lines: "mine" }));
  }

  async function publish() {
    // Saved first, because a draft that is saved later would outlive the published brief.
    if (await draft.flush()) publishing.publish(choices);
  }

  if (document.sections.length === 0)
    return (
      <EmptyState
        icon={<ScrollText aria-hidden />}
        title="Nothing Happened in This Period"
        text="Choose another period above. Decisions, new items and discussions appear here."
      />
    );
  const isEmpty = chosen.sections.length === 0 && choices.note.trim() === "";
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 max-md:*:flex-1 print:hidden">
        <BriefSaveMenu files={files} onSaveSlides={() => void saveSlides()} />
        {isAdmin && (
          <Button
            icon={<Send aria-hidden />}
            aria-haspopup="dialog"
            disabled={isEmpty}
            onClick={() => setSending(true)}
          >
            Send…
          </Button>
        )}
        <Button
          variant="primary"
          icon={<BookOpenCheck aria-hidden />}
          isPending={publishing.isPending}
          pendingLabel="Publishing..."
          disabled={isEmpty}
          onClick={() => void publish()}
        >
          Publish
        </Button>
      </div>
      <Card className="space-y-4 p-4 md:p-5">
        <Field label="Headline">
          <TextInput
            value={choices.headline}
            maxLength={BRIEF_LIMITS.headline}
            placeholder="The most important news in one line"
            onChange={(event) => change({ headline: event.target.value })}
          />
        </Field>
        <Field label="Note" hint={<output>{describeDraft(draft)}</output>}>
          <TextArea
            value={choices.note}
            maxLength={BRIEF_LIMITS.note}
            onChange={(event) => change({ note: event.target.value })}
          />
        </Field>
      </Card>
      <BriefSections document={document} editing={{ choices, change }} />
      {isSending && <SendBriefDialog brief={{ from, to, ...choices }} onClose={() => setSending(false)} />}
    </>
  );
}

const PAGE_SIZE = 10;

/** List of published briefs, newest first. Hidden while there are none. */
function PublishedBriefs() {
  const list = trpc.briefs.list.useInfiniteQuery(
    { limit: PAGE_SIZE },
    { getNextPageParam: ({ nextCursor }) => nextCursor, refetchOnMount: "always" },
  );
  if (list.isLoadingError)
    return <ErrorState text="Couldn't load the published briefs." onRetry={() => void list.refetch()} />;
  const briefs = list.data?.pages.flatMap(({ items }) => items) ?? [];
  if (briefs.length === 0) return null;
  return (
    <Card className="p-4 md:p-5">
      <h2 className="text-base font-semibold">Published briefs</h2>
      <ul className="mt-1.5 divide-y divide-line">
        {briefs.map(({ id, from, to, title, by, publishedAt }) => (
          <li key={id} className="py-2">
            <Link to={`/brief/${id}`} className="font-medium wrap-anywhere hover:underline">
              {title}
            </Link>
            <p className="text-xs text-ink-muted">
              {periodText({ from, to })} · {by === null ? "" : `${by}, `}
              {longFormDate(publishedAt)}
            </p>
          </li>
        ))}
      </ul>
      <MoreButton list={pagedList(list)} />
    </Card>
  );
}
