import type { ReactNode } from "react";
import { Navigate, useLocation } from "react-router-dom";

import { ADMIN_TABS } from "#client/features/admin/admin-tabs.ts";
import { JobControl, useJobs } from "#client/features/jobs/job-control.tsx";
import { OptionsManager } from "#client/features/options/options-manager.tsx";
import { useToolOptions } from "#client/features/options/use-custom-options.ts";
import { useCurrentUser } from "#client/features/users/use-auth.ts";
import { describeReleaseNotesSchedule } from "#client/features/workspace/schedule-words.ts";
import { useWorkspaceSettings } from "#client/features/workspace/use-workspace-settings.ts";
import { DialogClose } from "#client/ui/dialog/dialog-frame.tsx";
import { Dialog } from "#client/ui/dialog/dialog.tsx";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { ErrorState } from "#client/ui/feedback/states.tsx";
import { lazyComponent } from "#client/ui/lazy-component.tsx";
import { LinkButton, useLinkedSection } from "#client/ui/links.tsx";

const UserManagement = lazyComponent(
  async () => (await import("#client/features/users/management/user-management.tsx")).UserManagement,
  () => <Skeleton className="h-40" />,
);

/** Dialog for the user's own option lists. Admins also manage users and update release notes here. */
export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const { store } = useToolOptions();
  const isAdmin = useCurrentUser()?.role === "admin";
  // This was the URL of the sources before the Admin page existed.
  if (useLocation().hash === "#sources") return <Navigate to="/admin/jobs#sources" replace />;
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
          <Block id="admin-tools" title="Admin Tools">
            <AdminTools />
          </Block>
        </>
      )}
    </Dialog>
  );
}

/** Section for admins: update of all release notes, and links to the Admin page. */
function AdminTools() {
  const settings = useWorkspaceSettings();
  const { jobs, isError, retry } = useJobs();
  const job = jobs?.find(({ name }) => name === "release-notes.fetch");
  return (
    <>
      <p className="mb-4 max-w-prose text-ink-muted">
        {settings && <span>{describeReleaseNotesSchedule(settings)}</span>} You can start the update right
        away.
      </p>
      {isError && <ErrorState text="Couldn't load the job." onRetry={retry} />}
      {job ? <JobControl job={job} /> : !isError && <Skeleton className="h-control sm:w-60" />}
      <h4 className="mt-6 mb-2 font-medium text-ink">More in Admin</h4>
      <div className="flex flex-wrap gap-2">
        {ADMIN_TABS.map(({ id, title }) => (
          <LinkButton key={id} to={`/admin/${id}`} size="small">
            {title}
          </LinkButton>
        ))}
      </div>
    </>
  );
}

interface BlockProps {
  /** Id of the section, so that a URL such as `#admin-tools` leads here. */
  id?: string;
  /** Undefined if the content has its own heading. */
  title?: string;
  text?: string;
  children: ReactNode;
}

function Block({ id, title, text, children }: BlockProps) {
  const section = useLinkedSection(id);
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
