import { useQueryClient } from "@tanstack/react-query";
import { LayoutGrid, Presentation, ShieldCheck, Users } from "lucide-react";
import { useEffect, useState } from "react";
import { ScrollRestoration } from "react-router-dom";

import { AuthCard } from "#client/features/users/sign-in/auth-card.tsx";
import { useEntry } from "#client/features/users/sign-in/use-entry-link.ts";
import { useCurrentUser, useSessionRetry } from "#client/features/users/use-current-user.ts";
import { AppShell } from "#client/layout/app-shell.tsx";
import { ProductLogo } from "#client/layout/product-logo.tsx";
import { usePageTitle } from "#client/layout/use-page-title.ts";
import { ErrorState } from "#client/ui/feedback/states.tsx";
import { useToast } from "#client/ui/feedback/toast.tsx";
import { lazyComponent } from "#client/ui/lazy-component.tsx";

import { ProductPicture } from "./product-picture.tsx";

const FEATURES = [
  { Icon: LayoutGrid, text: "Organise AI tools by industry and modality" },
  { Icon: Presentation, text: "Export data for presentations" },
  { Icon: ShieldCheck, text: "Role-based access control" },
  { Icon: Users, text: "Team collaboration" },
];

/** Product description next to the sign-in card on wide screens. */
function MarketingPanel() {
  return (
    <aside
      aria-label="About StackLoop"
      className="hidden w-3/5 flex-col justify-center gap-10 overflow-hidden border-r border-line bg-linear-to-br from-accent-soft to-canvas p-10 lg:flex xl:p-16"
    >
      <div className="mx-auto w-full max-w-2xl">
        <div className="flex items-center gap-4">
          <ProductLogo className="size-12" />
          <h2 className="text-3xl font-semibold tracking-tight">StackLoop</h2>
        </div>
        <p className="mt-5 max-w-lg text-base text-pretty text-ink-muted">
          Welcome! This is where your team shares its knowledge around the landscape of artificial
          intelligence.
        </p>
        <ul className="mt-6 grid gap-x-6 gap-y-3 xl:grid-cols-2">
          {FEATURES.map(({ Icon, text }) => (
            <li key={text} className="flex items-center gap-3 font-medium">
              <span className="flex size-8 shrink-0 items-center justify-center rounded-control border border-line bg-surface text-accent-ink shadow-card">
                <Icon aria-hidden className="size-4" />
              </span>
              {text}
            </li>
          ))}
        </ul>
      </div>
      <ProductPicture />
    </aside>
  );
}

// Only demos need it.
export const DemoBanner = lazyComponent(
  () => import("#client/features/users/sign-in/demo.tsx"),
  "DemoBanner",
  () => <div className="h-14.25 border-b border-line bg-accent-soft md:h-9.25" />,
);

/** Shows the page of a URL to signed-in users, and the public page to all others. */
export function Gate() {
  // Both calls share one request, which `first-calls.ts` names, even if the public page stays hidden.
  const entry = useEntry();
  const user = useCurrentUser();
  const retry = useSessionRetry();
  useForgetting(user === null);

  return (
    <>
      {entry?.isDemo && <DemoBanner />}
      {user ? (
        <>
          <AppShell user={user} />
          <ScrollRestoration />
        </>
      ) : retry ? (
        <UnreachablePage onRetry={retry} />
      ) : user === null ? (
        <PublicPage isLoading={false} />
      ) : (
        <UntilKnown />
      )}
    </>
  );
}

const PATIENCE_MS = 150;

/** Placeholder until the session is known. Signed-in users get their page before it becomes visible. */
function UntilKnown() {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLong && <PublicPage isLoading />;
}

/** Clears cached data and toasts at sign-out, so that the next user of this browser can't see them. */
function useForgetting(isVisitor: boolean) {
  const queryClient = useQueryClient();
  const { clear } = useToast();
  useEffect(() => {
    if (!isVisitor) return;
    queryClient.removeQueries({ type: "inactive" });
    clear();
  }, [isVisitor, queryClient, clear]);
}

/** The only page for visitors. */
function PublicPage({ isLoading }: { isLoading: boolean }) {
  usePageTitle(isLoading ? "Loading" : "Sign in");
  return (
    <div className="flex min-h-[calc(100dvh-var(--banner-height))]">
      <MarketingPanel />
      <main className="flex min-w-0 flex-1 flex-col items-center justify-center gap-6 px-4 py-8">
        <p className="flex items-center gap-2.5 text-base font-semibold tracking-tight lg:hidden">
          <ProductLogo className="size-8" />
          StackLoop
        </p>
        <AuthCard isLoading={isLoading} />
      </main>
    </div>
  );
}

/** Page shown instead of the sign-in card if the session state can't be determined. */
function UnreachablePage({ onRetry }: { onRetry: () => void }) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-lg flex-col justify-center px-4">
      <h1 className="sr-only">StackLoop</h1>
      <ErrorState
        title="Can't reach StackLoop"
        text="The server is down or can't be reached. Everything you saved is safe."
        onRetry={onRetry}
      />
    </main>
  );
}
