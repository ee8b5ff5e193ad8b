import { LogOut, Layers } from "lucide-react";
import { Fragment } from "react";
import { Link, useNavigate } from "react-router-dom";

import { trpc } from "#client/api/trpc.ts";
import { useSignOut, useCurrentUser } from "#client/features/users/use-auth.ts";
import { OverdueVerdicts } from "#client/features/verdicts/overdue-verdicts.tsx";
import { useOverdueVerdicts } from "#client/features/verdicts/use-verdicts.ts";
import { sections } from "#client/slices.ts";
import { Button } from "#client/ui/button.tsx";
import { Card } from "#client/ui/card.tsx";
import { classNames } from "#client/ui/class-names.ts";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { EmptyState, ErrorState } from "#client/ui/feedback/states.tsx";
import { lazyComponent } from "#client/ui/lazy-component.tsx";
import { LinkButton } from "#client/ui/links.tsx";
import { useShortcut } from "#client/ui/menu/shortcuts.tsx";
import { Badge, ModalityBadge } from "#client/ui/text/badge.tsx";
import { Logo } from "#client/ui/text/logo.tsx";
import { RelativeTime } from "#client/ui/text/relative-time.tsx";
import { greetingName } from "#shared/accounts/user-rules.ts";
import { itemAddress } from "#shared/kernel/item-address.ts";
import type { Tool } from "#shared/tools/tools.ts";

import { SinceBlock, SinceSkeleton, useSinceLastVisit } from "./since-block.tsx";

const OpenQuestions = lazyComponent(async () => (await import("./open-questions.tsx")).OpenQuestions);

/** Home page: a greeting, the five sections, and the latest changes. */
export function HomePage() {
  const user = useCurrentUser();
  const { signOut, isPending } = useSignOut();
  const navigate = useNavigate();
  useShortcut("n", () => void navigate("/dashboard?dialog=add"));
  if (!user) return null;
  const name = greetingName(user);
  const isAdmin = user.role === "admin";
  return (
    <div className="space-y-6">
      <Card className="p-4 md:p-5">
        <div className="flex items-start justify-between gap-4">
          <div className="min-w-0">
            <h1
              // Without this label, screen readers would read a space before the exclamation mark.
              aria-label={`Welcome, ${name}!${isAdmin ? " Admin" : ""}`}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xl font-semibold tracking-tight"
            >
              <span className="min-w-0 break-words">
                Welcome, <bdi>{name}</bdi>!
              </span>
              {isAdmin && <Badge tone="accent">Admin</Badge>}
            </h1>
          </div>
          <Button icon={<LogOut aria-hidden />} isPending={isPending} onClick={signOut}>
            <span className="max-sm:sr-only">Sign Out</span>
          </Button>
        </div>
        <SectionLinks />
      </Card>
      <RecentChanges />
    </div>
  );
}

/**
 * Other people's changes, overdue reviews, open questions and the latest tools. They appear together, because the
 * height of each is unknown.
 */
function RecentChanges() {
  const { since, isError, retry } = useSinceLastVisit();
  const overdue = useOverdueVerdicts();
  const questions = trpc.search.questions.useQuery();
  const latest = useLatestTools();
  if ((!since && !isError) || overdue.isPending || questions.isPending) return <SinceSkeleton />;
  return (
    <>
      <SinceBlock since={since} onRetry={retry} />
      {overdue.data && <OverdueVerdicts {...overdue.data} />}
      {questions.data && questions.data.items.length > 0 && (
        <OpenQuestions questions={questions.data.items} />
      )}
      <LatestTools latest={latest} />
    </>
  );
}

/** Buttons of the five sections, in a row. Each link covers its whole button. */
function SectionLinks() {
  return (
    <ul className="mt-4 grid grid-cols-5 gap-x-1 @4xl:gap-3">
      {sections.map(({ path, title, purpose, Icon, tone }) => (
        <li
          key={path}
          className="relative flex min-w-0 flex-col items-center gap-1.5 rounded-card py-2 transition hover:bg-sunken @xs:px-1 @4xl:flex-row @4xl:gap-3 @4xl:border @4xl:border-line @4xl:p-3 @4xl:hover:border-line-strong @4xl:hover:bg-surface @4xl:hover:shadow-raised"
        >
          <span
            className={classNames("flex size-9 shrink-0 items-center justify-center rounded-control", tone)}
          >
            <Icon aria-hidden className="size-5" />
          </span>
          <div className="min-w-0">
            <Link
              to={path}
              className="block text-center text-xs font-medium outline-none after:absolute after:inset-0 after:rounded-card focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus @max-xs:-mx-1 @4xl:text-left @4xl:text-sm @4xl:font-semibold"
            >
              {/* On phones, "ChapterLoop" fits in two lines. */}
              {title.split(/(?<=\p{Ll})(?=\p{Lu})/u).map((part, index) => (
                <Fragment key={part}>
                  {index > 0 && <wbr />}
                  {part}
                </Fragment>
              ))}
            </Link>
            <p className="hidden text-xs text-ink-muted @4xl:block">{purpose}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Returns the tools that were changed last. */
const useLatestTools = () => trpc.tools.list.useQuery({ limit: 5 });

interface LatestToolsProps {
  latest: ReturnType<typeof useLatestTools>;
}

/** Latest changes in the AI Stack. */
function LatestTools({ latest }: LatestToolsProps) {
  return (
    <section aria-labelledby="latest-tools">
      <div className="mb-3 flex items-center justify-between gap-4">
        <h2 id="latest-tools" className="text-base font-semibold">
          Latest in the AI Stack
        </h2>
        <LinkButton to="/dashboard" variant="ghost" size="small">
          Show All
        </LinkButton>
      </div>
      <List latest={latest} />
    </section>
  );
}

function List({ latest }: LatestToolsProps) {
  if (latest.isPending) return <Skeletons />;
  if (latest.isError)
    return <ErrorState text="Couldn't load the latest tools." onRetry={() => void latest.refetch()} />;
  if (latest.data.items.length === 0) {
    return (
      <EmptyState
        icon={<Layers />}
        title="No Tools Yet"
        text="Your catalogue is empty. Add your first tool, or start with well-known ones."
        action={
          <LinkButton to="/dashboard" variant="primary">
            Open AI Stack
          </LinkButton>
        }
      />
    );
  }
  return (
    <Card className="overflow-hidden">
      <ul className="divide-y divide-line">
        {latest.data.items.map((tool) => (
          <li key={tool.id}>
            <ToolLink tool={tool} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function ToolLink({ tool }: { tool: Tool }) {
  return (
    <Link
      to={itemAddress({ kind: "tool", id: tool.id })}
      className="flex min-h-14 items-center gap-3 px-4 py-2.5 -outline-offset-2! transition-colors hover:bg-sunken"
    >
      <Logo src={tool.logoUrl} name={tool.name} modality={tool.modality} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{tool.name}</span>
        {tool.company && <span className="block truncate text-ink-muted">{tool.company}</span>}
      </span>
      {tool.modality && (
        <span className="max-sm:hidden">
          <ModalityBadge modality={tool.modality} />
        </span>
      )}
      <span className="shrink-0 text-xs text-ink-faint sm:w-36 sm:text-right">
        <RelativeTime iso={tool.dateUpdated} />
      </span>
    </Link>
  );
}

function Skeletons() {
  return (
    <Card className="divide-y divide-line">
      {["a", "b", "c", "d", "e"].map((key) => (
        <div key={key} className="flex min-h-14 items-center gap-3 px-4 py-2.5">
          <Skeleton className="size-8 rounded-control" />
          <Skeleton className="h-4 w-40" />
          <Skeleton className="ml-auto h-4 w-24" />
        </div>
      ))}
    </Card>
  );
}
