import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { NavLink, useParams } from "react-router-dom";

import { SystemState, SystemTab } from "#client/features/system/system-tab.tsx";
import { useCurrentUser } from "#client/features/users/use-auth.ts";
import { usePageTitle } from "#client/layout/use-page-title.ts";
import { Card } from "#client/ui/card.tsx";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { EmptyState, NotFound } from "#client/ui/feedback/states.tsx";
import { lazyComponent } from "#client/ui/lazy-component.tsx";
import { LinkButton } from "#client/ui/links.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";
import { DELETION_RETENTION_DAYS } from "#shared/kernel/deletion-rules.ts";

import { ADMIN_TABS } from "./admin-tabs.ts";

const JobsPanel = lazyComponent(
  async () => (await import("#client/features/jobs/jobs-panel.tsx")).JobsPanel,
  () => <Skeleton className="h-96" />,
);
const FeedsPanel = lazyComponent(
  async () => (await import("#client/features/news/feeds/feeds-panel.tsx")).FeedsPanel,
  () => <Skeleton className="h-40" />,
);
const ChannelsPanel = lazyComponent(
  async () => (await import("#client/features/channels/channels-panel.tsx")).ChannelsPanel,
  () => <Skeleton className="h-60" />,
);
const ActivityPanel = lazyComponent(
  async () => (await import("#client/features/activity/activity-panel.tsx")).ActivityPanel,
  () => <Skeleton className="h-60" />,
);
const RecentlyDeleted = lazyComponent(
  async () => (await import("#client/features/deletions/recently-deleted.tsx")).RecentlyDeleted,
  () => <Skeleton className="h-40" />,
);
const SharedPagesPanel = lazyComponent(
  async () => (await import("#client/features/shared-pages/shared-pages-panel.tsx")).SharedPagesPanel,
  () => <Skeleton className="h-40" />,
);
const AssistantSettings = lazyComponent(
  async () => (await import("#client/features/prompts/assistants/assistant-settings.tsx")).AssistantSettings,
  () => <Skeleton className="h-60" />,
);

const CONTENTS: Record<(typeof ADMIN_TABS)[number]["id"], { text: ReactNode; content: ReactNode }> = {
  system: { text: <SystemState />, content: <SystemTab /> },
  jobs: { text: "The server's regular work. You can start any job right away.", content: <JobsPanel /> },
  feeds: {
    text: "The feeds your team follows. Each article is filed under every tool it mentions.",
    content: <FeedsPanel />,
  },
  channels: {
    text: "Where StackLoop sends briefs, verdicts and new tools by itself.",
    content: <ChannelsPanel />,
  },
  activity: { text: "Who did what, latest first.", content: <ActivityPanel /> },
  deleted: {
    text: `Deleted items can be restored for ${DELETION_RETENTION_DAYS} days, with history and comments.`,
    content: <RecentlyDeleted />,
  },
  "shared-pages": {
    text: "Pages that people read without signing in.",
    content: <SharedPagesPanel />,
  },
  assistants: { text: "What the team's AI assistants receive.", content: <AssistantSettings /> },
};

/** Page for admins. The URL names its tab; see `ADMIN_TABS`. */
export function AdminPage() {
  const { id } = useParams();
  const tab = ADMIN_TABS.find((one) => one.id === id);
  usePageTitle(tab?.title ?? "Page not found");
  const isAdmin = useCurrentUser()?.role === "admin";
  if (!tab) return <NotFound />;
  if (!isAdmin)
    return (
      <>
        <PageHeader title={tab.title} />
        <div className="mt-6">
          <EmptyState
            icon={<Lock aria-hidden />}
            title="For Administrators Only"
            text="Your own assistants and feeds are in your account."
            action={<LinkButton to="/account">Open Your Account</LinkButton>}
          />
        </div>
      </>
    );
  const { text, content } = CONTENTS[tab.id];
  return (
    <div className="mx-auto max-w-6xl">
      <nav aria-label="Admin" className="mb-6 flex flex-wrap gap-1 rounded-control bg-sunken p-1 md:w-fit">
        {ADMIN_TABS.map(({ id: other, title }) => (
          <NavLink
            key={other}
            to={`/admin/${other}`}
            className="flex h-control flex-auto items-center justify-center rounded-chip px-3 text-sm font-medium text-ink-muted transition-colors hover:text-ink aria-[current=page]:bg-surface aria-[current=page]:text-ink aria-[current=page]:shadow-card max-md:px-2 max-md:text-xs md:h-7 dark:aria-[current=page]:bg-pressed"
          >
            {title}
          </NavLink>
        ))}
      </nav>
      <PageHeader
        title={tab.title}
        subtitle={text}
        actions={
          tab.id === "system" && (
            <LinkButton to="/dashboard?dialog=settings#user-management">User Management</LinkButton>
          )
        }
      />
      <div className="mt-6">
        {tab.id === "system" ? content : <Card className="p-5 md:p-6">{content}</Card>}
      </div>
    </div>
  );
}
