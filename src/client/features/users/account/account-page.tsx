import { useLocation, useNavigate } from "react-router-dom";

import { FeedsTab } from "#client/features/follows/feeds-tab.tsx";
import { AssistantsTab } from "#client/features/users/assistants/assistants-tab.tsx";
import { useCurrentUser } from "#client/features/users/use-current-user.ts";
import { Tabs } from "#client/ui/menu/tabs.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";
import { Badge } from "#client/ui/text/badge.tsx";
import type { User } from "#shared/accounts/users.ts";

import { AccountPart } from "./account-part.tsx";
import { Bookmarklet } from "./bookmarklet.tsx";
import { MailPart } from "./mail-part.tsx";
import { PasswordForm } from "./password-form.tsx";
import { ProfileForm } from "./profile-form.tsx";
import { ProviderPart } from "./provider-part.tsx";
import { SessionList } from "./session-list.tsx";
import { useProviderLink } from "./use-account.ts";

const ACCOUNT_TABS = ["general", "assistants", "feeds"] as const;
type AccountTab = (typeof ACCOUNT_TABS)[number];

/** Returns the tab in the URL: "/account" is the first one, "/account?tab=assistants" another. */
function useAccountTab(): [AccountTab, (tab: AccountTab) => void] {
  const { search } = useLocation();
  const navigate = useNavigate();
  const named = new URLSearchParams(search).get("tab");
  const tab = ACCOUNT_TABS.find((known) => known === named) ?? ACCOUNT_TABS[0];
  return [
    tab,
    (next) =>
      void navigate(
        { search: next === ACCOUNT_TABS[0] ? "" : `?tab=${next}` },
        // The page and its scroll position remain.
        { preventScrollReset: true },
      ),
  ];
}

/** User's account page, with its tab in the URL; see `ACCOUNT_TABS`. */
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

/** Tab for the user's profile, password and sessions. */
function GeneralTab({ user }: { user: User }) {
  const provider = useProviderLink();
  return (
    <div className="space-y-4">
      <AccountPart title="Profile" text="Your name as others see it. Home greets you by your first name.">
        <ProfileForm user={user} />
      </AccountPart>
      <MailPart email={user.email} />
      {provider?.hasPassword !== false && (
        <AccountPart title="Password" text="Changing your password signs you out on all other devices.">
          <PasswordForm username={user.username} />
        </AccountPart>
      )}
      {provider && <ProviderPart provider={provider} />}
      <AccountPart title="Sessions" text="Where you're signed in. End any session you don't recognise.">
        <SessionList />
      </AccountPart>
      <AccountPart
        title="Save from anywhere"
        text="Drag the button to your bookmarks bar, or create a bookmark with this address. It saves the page that is open. On a phone, install StackLoop and use Share."
      >
        <Bookmarklet />
      </AccountPart>
    </div>
  );
}
