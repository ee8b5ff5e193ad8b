import { FeedsTab } from "#client/features/follows/feeds-tab.tsx";
import { AssistantsTab } from "#client/features/users/assistants/assistants-tab.tsx";
import { useCurrentUser } from "#client/features/users/use-current-user.ts";
import { Badge } from "#client/ui/badge.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";
import { Tabs } from "#client/ui/tabs.tsx";

import { useAccountTab } from "./account-tab.ts";
import { GeneralTab } from "./general-tab.tsx";

/** A person's own account, in tabs that the address names: see `ACCOUNT_TABS`. */
export function AccountPage() {
  const user = useCurrentUser();
  const [tab, setTab] = useAccountTab();
  if (!user) return null;
  return (
    <div className="mx-auto max-w-4xl">
      <PageHeader
        title="Account"
        subtitle={
          <>
            Signed in as{" "}
            <strong className="font-medium break-all text-ink">
              <bdi>{user.username}</bdi>
            </strong>
          </>
        }
        actions={user.role === "admin" && <Badge tone="accent">Admin</Badge>}
      />
      <div className="mt-6">
        <Tabs
          label="Parts of your account"
          isCompact
          selected={tab}
          onSelect={setTab}
          tabs={[
            { id: "general", label: "General", content: <GeneralTab user={user} /> },
            { id: "assistants", label: "Assistants", content: <AssistantsTab /> },
            { id: "feeds", label: "Feeds", content: <FeedsTab /> },
          ]}
        />
      </div>
    </div>
  );
}
