import { LogOut } from "lucide-react";
import { Fragment } from "react";
import { Link, useNavigate } from "react-router-dom";

import { trpc } from "#client/api/trpc.ts";
import { useSignOut } from "#client/features/users/sign-in/use-auth.ts";
import { useCurrentUser } from "#client/features/users/use-current-user.ts";
import { OverdueVerdicts } from "#client/features/verdicts/overdue-verdicts.tsx";
import { useOverdueVerdicts } from "#client/features/verdicts/use-verdicts.ts";
import { sections } from "#client/slices.ts";
import { Button } from "#client/ui/button.tsx";
import { Card } from "#client/ui/card.tsx";
import { classNames } from "#client/ui/class-names.ts";
import { lazyComponent } from "#client/ui/lazy-component.tsx";
import { useShortcut } from "#client/ui/menu/use-shortcut.ts";
import { Badge } from "#client/ui/text/badge.tsx";
import { greetingName } from "#shared/accounts/user-rules.ts";

import { LatestTools, useLatestTools } from "./latest-tools.tsx";
import { SinceBlock, SinceSkeleton } from "./since-block.tsx";
import { useSince } from "./use-since.ts";

const OpenQuestions = lazyComponent(() => import("./open-questions.tsx"), "OpenQuestions");

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
              // Screen readers would read the separate name element with a space before the exclamation mark.
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
      <Changes />
    </div>
  );
}

/** Other people's changes, reviews that are due, open questions and the latest tools. They show together, because each has an unknown height. */
function Changes() {
  const { since, isError, retry } = useSince();
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

/** Buttons of the five sections, in one row. Each link covers its whole button. */
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
              {/* "ChapterLoop" fits on a phone in two lines. */}
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
