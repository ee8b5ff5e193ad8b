import type { ReactNode } from "react";

import { OptionsManager } from "#client/features/options/options-manager.tsx";
import { useToolOptions } from "#client/features/options/use-item-options.ts";
import { SystemSummary } from "#client/features/system/system-summary.tsx";
import { useCurrentUser } from "#client/features/users/use-current-user.ts";
import { releaseNotesSentence } from "#client/features/workspace/schedule-words.ts";
import { useWorkspaceSettings } from "#client/features/workspace/use-workspace-settings.ts";
import { DialogClose } from "#client/ui/dialog/dialog-close.tsx";
import { Dialog } from "#client/ui/dialog/dialog.tsx";
import { Disclosure } from "#client/ui/disclosure.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { lazyComponent } from "#client/ui/lazy-component.tsx";
import { useWantedSection } from "#client/ui/use-wanted-section.ts";

const ActivityPanel = lazyComponent(
  () => import("#client/features/activity/activity-panel.tsx"),
  "ActivityPanel",
  () => <Skeleton className="h-60" />,
);
const FeedsPanel = lazyComponent(
  () => import("#client/features/news/feeds/feeds-panel.tsx"),
  "FeedsPanel",
  () => <Skeleton className="h-40" />,
);
const JobsPanel = lazyComponent(
  () => import("#client/features/jobs/jobs-panel.tsx"),
  "JobsPanel",
  () => <Skeleton className="h-96" />,
);
const RecentlyDeleted = lazyComponent(
  () => import("#client/features/deletions/recently-deleted.tsx"),
  "RecentlyDeleted",
  () => <Skeleton className="h-40" />,
);
const UserManagement = lazyComponent(
  () => import("#client/features/users/management/user-management.tsx"),
  "UserManagement",
  () => <Skeleton className="h-40" />,
);

/** Dialog for the user's own option lists. For admins, also users and jobs. */
export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const { store } = useToolOptions();
  const isAdmin = useCurrentUser()?.role === "admin";
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="large"
      title="Settings & Configuration"
      footer={<DialogClose>Close</DialogClose>}
    >
      <Block
        title="Industries and Modalities"
        text="The choices in filters and forms. Saved in this browser only, so your changes don't affect anyone else."
      >
        <div className="grid gap-x-8 gap-y-8 md:grid-cols-2">
          <OptionsManager kind="industry" store={store} />
          <OptionsManager kind="modality" store={store} />
        </div>
      </Block>
      {isAdmin && (
        <>
          <Block id="user-management">
            <UserManagement />
          </Block>
          <Block
            title="News Feeds"
            text="The feeds your team follows. Each article is filed under every tool it mentions."
          >
            <FeedsPanel />
          </Block>
          <Block id="admin-tools" title="Admin Tools">
            <AdminTools />
          </Block>
        </>
      )}
    </Dialog>
  );
}

/** Sections that only admins can see. */
function AdminTools() {
  const settings = useWorkspaceSettings();
  return (
    <>
      <div className="mb-5 flex flex-col gap-2">
        <SystemSummary />
        <Disclosure title="Activity" look="framed" headingLevel={4}>
          <ActivityPanel />
        </Disclosure>
        <Disclosure title="Recently Deleted" look="framed" headingLevel={4}>
          <RecentlyDeleted />
        </Disclosure>
      </div>
      <p className="mb-4 max-w-prose text-ink-muted">
        {settings && <span>{releaseNotesSentence(settings)}</span>} You can start any job right away.
      </p>
      <JobsPanel />
    </>
  );
}

interface BlockProps {
  /** URL fragment that leads here, such as `#admin-tools`. */
  id?: string;
  /** Undefined if the content has its own heading. */
  title?: string;
  text?: string;
  children: ReactNode;
}

function Block({ id, title, text, children }: BlockProps) {
  const section = useWantedSection(id);
  return (
    <section
      ref={section}
      tabIndex={-1}
      className="mt-8 border-t border-line pt-6 outline-none first:mt-0 first:border-0 first:pt-0"
    >
      {title && <h3 className="text-base font-semibold text-ink">{title}</h3>}
      {text && <p className="text-pretty text-ink-muted">{text}</p>}
      <div className={title && "mt-3"}>{children}</div>
    </section>
  );
}
