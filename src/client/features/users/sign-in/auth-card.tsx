import { useEffect, useState } from "react";
import { useLocation } from "react-router-dom";

import {
  type Entry,
  type EntryLink,
  useSignIn,
  useEntry,
  useEntryLink,
} from "#client/features/users/use-auth.ts";
import { useFields } from "#client/features/users/use-fields.ts";
import { Button } from "#client/ui/button.tsx";
import { Card } from "#client/ui/card.tsx";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { Callout } from "#client/ui/feedback/states.tsx";
import { Field } from "#client/ui/form/field.tsx";
import { PasswordInput, TextInput } from "#client/ui/form/inputs.tsx";
import { lazyComponent } from "#client/ui/lazy-component.tsx";
import { Tabs } from "#client/ui/menu/tabs.tsx";

// Loaded after the form that is visible first.
const SignUpForm = lazyComponent(
  async () => (await import("./new-password-forms.tsx")).SignUpForm,
  SignUpSkeleton,
);
// Loaded separately, because it is only needed for a link sent by mail.
const ResetPasswordForm = lazyComponent(
  async () => (await import("./new-password-forms.tsx")).ResetPasswordForm,
);
// Loaded separately, because only demos need it.
const DemoSignIn = lazyComponent(
  async () => (await import("./demo.tsx")).DemoSignIn,
  () => <div className="h-49 md:h-45" />,
);
const ForgotPassword = lazyComponent(async () => (await import("./forgot-password.tsx")).ForgotPassword);
const ProviderButton = lazyComponent(async () => (await import("./provider-sign-in.tsx")).ProviderButton);
const ProviderProblem = lazyComponent(async () => (await import("./provider-sign-in.tsx")).ProviderProblem);

/** Card for visitors to sign in, sign up, or use a one-time link in the URL. */
export function AuthCard({ isLoading }: { isLoading: boolean }) {
  const { link } = useEntryLink();
  const entry = useEntry();
  const isNoteReady = useProblemNote();
  useEffect(() => {
    // Errors are ignored here. They are reported where the form is shown.
    if (!isLoading) void SignUpForm.preload().catch(() => {});
  }, [isLoading]);
  // A one-time link determines the form, so wait for its data. Without a link, show the sign-in form at once.
  if (isLoading || (link && !entry) || !isNoteReady) return <AuthCardSkeleton />;
  return (
    <Card className="w-full max-w-md p-6 shadow-raised md:p-8">
      <CardContent entry={entry} />
    </Card>
  );
}

/** Loads the note about a failed sign-in, if the URL reports one. Returns true once the card can be shown. */
function useProblemNote(): boolean {
  const hasProblem = new URLSearchParams(useLocation().search).has("signIn");
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    if (hasProblem)
      void ProviderProblem.preload()
        .catch(() => {})
        .then(() => setLoaded(true));
  }, [hasProblem]);
  return !hasProblem || isLoaded;
}

function CardContent({ entry }: { entry: Entry | undefined }) {
  if (entry && entry.secureAddress !== null) return <SecureAddress address={entry.secureAddress} />;
  if (entry?.isDemo) return <DemoSignIn />;
  if (entry?.link?.kind === "reset")
    return <ResetPasswordForm token={entry.link.token} username={entry.link.username} />;
  return <Welcome entry={entry} />;
}

/** Link to the https URL, because browsers don't store sessions for the http URL. */
function SecureAddress({ address }: { address: string }) {
  return (
    <>
      <h1 className="mb-4 text-xl font-semibold tracking-tight">Welcome</h1>
      <Callout tone="warning">
        <span>You can sign in only over https. Open this address instead:</span>{" "}
        <a href={address} className="font-medium break-all underline">
          {address}
        </a>
      </Callout>
    </>
  );
}

function Welcome({ entry }: { entry: Entry | undefined }) {
  const [tab, setTab] = useState<"login" | "register">(entry?.link ? "register" : "login");
  const provider = entry?.provider ?? null;
  return (
    <>
      <h1 className="text-xl font-semibold tracking-tight">Welcome</h1>
      <p className="mt-1 mb-6 text-ink-muted">Sign in to your account or create a new one</p>
      {entry && <EntryNote entry={entry} />}
      {(provider !== null || !entry) && <ProviderProblem provider={provider} />}
      <Tabs
        label="Sign in or sign up"
        selected={tab}
        onSelect={setTab}
        tabs={[
          {
            id: "login",
            label: "Sign In",
            content: (
              <SignInForm link={entry?.link ?? null} canResetByMail={entry?.canResetByMail === true} />
            ),
          },
          { id: "register", label: "Sign Up", content: <SignUpPanel entry={entry} /> },
        ]}
      />
      {provider !== null && entry?.link?.kind !== "setup" && (
        <ProviderButton provider={provider} link={entry?.link ?? null} />
      )}
    </>
  );
}

/** Placeholder with the shape of the card. A form would only flash for signed-in users. */
function AuthCardSkeleton() {
  return (
    <Card className="w-full max-w-md p-6 shadow-raised md:p-8">
      <h1 className="sr-only">
        <output>Loading</output>
      </h1>
      <Skeleton className="h-7 w-32" />
      <Skeleton className="mt-2 mb-6 h-4 w-72 max-w-full" />
      <Skeleton className="mb-5 h-9 w-full rounded-control" />
      <Skeleton className="mb-2 h-4 w-20" />
      <Skeleton className="mb-4 h-control w-full rounded-control" />
      <Skeleton className="mb-2 h-4 w-20" />
      <Skeleton className="mb-6 h-control w-full rounded-control" />
      <Skeleton className="h-control w-full rounded-control" />
    </Card>
  );
}

/** Explanation of the one-time link in the URL. */
function EntryNote({ entry: { link, isLinkSpent } }: { entry: Entry }) {
  if (isLinkSpent) {
    return (
      <Callout tone="warning" className="mb-5">
        This link has expired or was already used. Ask for a new one, or sign in as usual.
      </Callout>
    );
  }
  if (link?.kind === "setup") {
    return (
      <Callout className="mb-5">
        You're setting up StackLoop. Sign up or sign in here to become its administrator.
      </Callout>
    );
  }
  if (link?.kind === "invite") {
    return <Callout className="mb-5">You're invited to StackLoop. Create your account below.</Callout>;
  }
  return null;
}

function SignUpSkeleton() {
  return <Skeleton className="h-80 w-full rounded-control" />;
}

/** Form for a new account, or the reason why sign-up is closed. */
function SignUpPanel({ entry }: { entry: Entry | undefined }) {
  if (!entry) return <SignUpSkeleton />;
  const { signup, link } = entry;
  if (signup === "open" || link?.kind === "setup" || (signup === "invite" && link?.kind === "invite")) {
    return <SignUpForm link={link} />;
  }
  return (
    <Callout>
      {signup === "invite"
        ? "You need an invitation to sign up. Ask an administrator for an invite link and open it here."
        : "Sign-up is closed. Ask an administrator for an account."}
    </Callout>
  );
}

const loadLoginSchema = async () => (await import("#shared/accounts/users.ts")).loginSchema;
const NO_LOGIN = { username: "", password: "" };

/** Form for username and password. It also submits a setup link in the URL. */
function SignInForm({ link, canResetByMail }: { link: EntryLink | null; canResetByMail: boolean }) {
  const [isForgotten, setForgotten] = useState(false);
  const fields = useFields(NO_LOGIN, loadLoginSchema);
  const signIn = useSignIn();
  const setup = link?.kind === "setup" ? link.token : undefined;
  return (
    <form
      noValidate
      className="space-y-4"
      onSubmit={fields.onSubmit((values) => signIn.mutate({ ...values, setup }))}
    >
      <Field label="Username" error={fields.errorOf("username")}>
        <TextInput
          {...fields.input("username")}
          required
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Field label="Password" error={fields.errorOf("password")}>
        <PasswordInput {...fields.input("password")} required autoComplete="current-password" />
      </Field>
      <Button
        type="submit"
        variant="primary"
        className="mt-2 w-full"
        isPending={signIn.isPending}
        pendingLabel="Signing In..."
      >
        Sign In
      </Button>
      {canResetByMail && (
        <Button variant="ghost" className="w-full" onClick={() => setForgotten(true)}>
          Forgot password?
        </Button>
      )}
      {isForgotten && <ForgotPassword onClose={() => setForgotten(false)} />}
    </form>
  );
}
