import { BookmarkPlus } from "lucide-react";
import { useCallback } from "react";
import { useLocation, useNavigate } from "react-router-dom";

import { issuesOf } from "#client/api/errors.ts";
import { FeedsTab } from "#client/features/follows/feeds-tab.tsx";
import { AssistantsTab } from "#client/features/users/assistants/assistants-tab.tsx";
import { ProviderProblem } from "#client/features/users/sign-in/provider-sign-in.tsx";
import { useCurrentUser } from "#client/features/users/use-auth.ts";
import { useFields } from "#client/features/users/use-fields.ts";
import { Button, buttonStyle } from "#client/ui/button.tsx";
import { useUnsaved } from "#client/ui/dialog/unsaved.ts";
import { Field } from "#client/ui/form/field.tsx";
import { TextInput, PasswordInput } from "#client/ui/form/inputs.tsx";
import { CopyFrame } from "#client/ui/form/text-frame.tsx";
import { Tabs } from "#client/ui/menu/tabs.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";
import { Badge } from "#client/ui/text/badge.tsx";
import type { User, ProviderLink } from "#shared/accounts/users.ts";

import { AccountPart } from "./account-part.tsx";
import { MailPart } from "./mail-part.tsx";
import { PasswordForm } from "./password-form.tsx";
import { SessionList } from "./session-list.tsx";
import { useEditProfile, useProviderLink, useLinkProvider, useUnlinkProvider } from "./use-account.ts";

const loadProfileSchema = async () => (await import("#shared/accounts/users.ts")).profileEditSchema;
const toProfile = ({ displayName, firstName, lastName, email }: User) => ({
  displayName: displayName ?? "",
  firstName: firstName ?? "",
  lastName: lastName ?? "",
  email: email ?? "",
});

/** Form for the user's names and email address. */
function ProfileForm({ user }: { user: User }) {
  const fields = useFields(toProfile(user), loadProfileSchema);
  const edit = useEditProfile();
  useUnsaved(fields.isDirty);
  return (
    <form
      noValidate
      className="grid gap-4 sm:grid-cols-2"
      onSubmit={fields.onSubmit((values, form) =>
        edit.mutate(values, {
          onSuccess: (saved) => fields.show(toProfile(saved)),
          onError: (error) => fields.showErrors(form, issuesOf(error)),
        }),
      )}
    >
      <Field label="First Name" error={fields.errorOf("firstName")}>
        <TextInput {...fields.input("firstName")} autoComplete="given-name" />
      </Field>
      <Field label="Last Name" error={fields.errorOf("lastName")}>
        <TextInput {...fields.input("lastName")} autoComplete="family-name" />
      </Field>
      <Field label="Display Name" error={fields.errorOf("displayName")}>
        <TextInput {...fields.input("displayName")} autoComplete="nickname" />
      </Field>
      <Field label="Email" error={fields.errorOf("email")}>
        <TextInput {...fields.input("email")} type="email" autoComplete="email" />
      </Field>
      <div className="flex justify-end sm:col-span-2">
        <Button type="submit" variant="primary" isPending={edit.isPending} pendingLabel="Saving...">
          Save Profile
        </Button>
      </div>
    </form>
  );
}

/** Returns the URL of a bookmarklet that opens the save page with the current page's URL and title. */
const bookmarkletUrl = (origin: string): string =>
  `javascript:void open("${origin}/save?url="+encodeURIComponent(location.href)+"&title="+encodeURIComponent(document.title))`;

/** Bookmarklet to drag to the bookmarks bar, with its URL to copy. */
function Bookmarklet() {
  const script = bookmarkletUrl(window.location.origin);
  // Set by script, because React refuses `javascript:` URLs, which are usually attacks. A click here would save this
  // page, so it is prevented.
  const setAddress = useCallback(
    (link: HTMLAnchorElement | null) => {
      link?.setAttribute("href", script);
      link?.addEventListener("click", (event) => event.preventDefault());
    },
    [script],
  );
  return (
    <div className="min-w-0 space-y-3">
      <a ref={setAddress} href="/save" draggable className={buttonStyle("secondary", "medium")}>
        <BookmarkPlus aria-hidden />
        Save to StackLoop
      </a>
      <CopyFrame label="Bookmark" text={script} />
    </div>
  );
}

const ACCOUNT_TABS = ["general", "assistants", "feeds"] as const;
type AccountTab = (typeof ACCOUNT_TABS)[number];

/** Returns the tab in the URL, and a function that changes it. "/account" is the first tab. */
function useAccountTab(): [AccountTab, (tab: AccountTab) => void] {
  const { search } = useLocation();
  const navigate = useNavigate();
  const requestedTab = new URLSearchParams(search).get("tab");
  const tab = ACCOUNT_TABS.find((known) => known === requestedTab) ?? ACCOUNT_TABS[0];
  return [
    tab,
    (next) =>
      void navigate(
        { search: next === ACCOUNT_TABS[0] ? "" : `?tab=${next}` },
        // The page remains the same, so preserve its scroll position.
        { preventScrollReset: true },
      ),
  ];
}

/** User's account page. The URL names its tab; see `ACCOUNT_TABS`. */
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
          label="Account sections"
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

const loadLinkSchema = async () => (await import("#shared/accounts/users.ts")).newProviderLinkSchema;

/** Section that links the user's account to the identity provider, or unlinks it. */
function ProviderPart({ provider }: { provider: ProviderLink }) {
  return (
    <AccountPart title="Single sign-on" text={`Sign in with ${provider.name} instead of a password.`}>
      <div>
        <ProviderProblem provider={provider.name} />
        {provider.isLinked ? <LinkedAccount provider={provider} /> : <LinkForm name={provider.name} />}
      </div>
    </AccountPart>
  );
}

function LinkedAccount({ provider: { name, hasPassword } }: { provider: ProviderLink }) {
  const unlink = useUnlinkProvider();
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0">
        {hasPassword
          ? `Your account is linked with ${name}.`
          : `Your account is linked with ${name} and has no password. Ask an administrator for a link that sets one.`}
      </p>
      {hasPassword && (
        <Button isPending={unlink.isPending} onClick={() => unlink.mutate()}>
          Unlink
        </Button>
      )}
    </div>
  );
}

function LinkForm({ name }: { name: string }) {
  const fields = useFields({ password: "" }, loadLinkSchema);
  const link = useLinkProvider();
  return (
    <form
      noValidate
      className="flex flex-wrap items-end gap-3"
      onSubmit={fields.onSubmit((values, form) =>
        link.mutate(values, { onError: (error) => fields.showErrors(form, issuesOf(error)) }),
      )}
    >
      <div className="min-w-56 flex-1">
        <Field label="Your password" error={fields.errorOf("password")}>
          <PasswordInput {...fields.input("password")} required autoComplete="current-password" />
        </Field>
      </div>
      <Button type="submit" isPending={link.isPending} pendingLabel="Linking...">
        Link with {name}
      </Button>
    </form>
  );
}
