import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ScrollRestoration } from "react-router-dom";

import { withEmptyFallback } from "#client/api/errors.ts";
import { AuthCard } from "#client/features/users/sign-in/auth-card.tsx";
import { useEntry, useCurrentUser, useSessionRetry } from "#client/features/users/use-auth.ts";
import { AppShell } from "#client/layout/app-shell.tsx";
import { ProductLogo } from "#client/layout/product-logo.tsx";
import { usePageTitle } from "#client/layout/use-page-title.ts";
import { ErrorState } from "#client/ui/feedback/states.tsx";
import { useToast } from "#client/ui/feedback/toast.tsx";
import { lazyComponent } from "#client/ui/lazy-component.tsx";
import { useDeferredFirstValue } from "#client/ui/use-deferred-first-value.ts";
import { useMediaQuery } from "#client/ui/use-media-query.ts";

// Loaded separately, because only visitors with a wide window see it.
const MarketingPanel = lazyComponent(
  withEmptyFallback(
    "Couldn't load the product description",
    async () => (await import("./marketing-panel.tsx")).MarketingPanel,
  ),
);

// Loaded separately, because only demos need it.
export const DemoBanner = lazyComponent(
  async () => (await import("#client/features/users/sign-in/demo.tsx")).DemoBanner,
  () => <div className="h-14.25 border-b border-line bg-accent-soft md:h-9.25" />,
);

/** Shows the requested page to signed-in users, and the public page to visitors. */
export function Gate() {
  // Both calls share one request, defined in `first-calls.ts`. `useEntry` is called even if the public page stays
  // hidden.
  const entry = useEntry();
  const current = useCurrentUser();
  const user = useDeferredFirstValue(current);
  const retry = useSessionRetry();
  useClearOnSignOut(user === null);

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
        <LoadingPage isKnown={current !== undefined} />
      )}
    </>
  );
}

const PLACEHOLDER_DELAY_MS = 150;

/** Placeholder until the signed-in user's page is rendered. Shows nothing at first, so most users don't notice it. */
function LoadingPage({ isKnown }: { isKnown: boolean }) {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (isKnown) return undefined;
    const timer = setTimeout(() => setSlow(true), PLACEHOLDER_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isKnown]);
  return isSlow && <PublicPage isLoading />;
}

/** Clears cached data and toasts at sign-out, so that the next user of this browser can't see them. */
function useClearOnSignOut(isVisitor: boolean) {
  const queryClient = useQueryClient();
  const { clear } = useToast();
  useEffect(() => {
    if (!isVisitor) return;
    queryClient.removeQueries({ type: "inactive" });
    clear();
  }, [isVisitor, queryClient, clear]);
}

/** Page that visitors see at every URL. */
function PublicPage({ isLoading }: { isLoading: boolean }) {
  usePageTitle(isLoading ? "Loading" : "Sign in");
  const isWide = useMediaQuery("(width >= 64rem)");
  return (
    <div className="flex min-h-[calc(100dvh-var(--banner-height))]">
      {isWide && (
        <aside
          aria-label="About StackLoop"
          className="flex w-3/5 flex-col justify-center gap-10 overflow-hidden border-r border-line bg-linear-to-br from-accent-soft to-canvas p-10 xl:p-16"
        >
          <MarketingPanel />
        </aside>
      )}
      {/* Without the panel, the content is aligned to the top, so that the card's height moves nothing above it. */}
      <main className="flex min-w-0 flex-1 flex-col items-center gap-6 px-4 py-8 max-lg:pt-[max(2rem,12dvh)] lg:justify-center">
        <p className="flex items-center gap-2.5 text-base font-semibold tracking-tight lg:hidden">
          <ProductLogo className="size-8" />
          StackLoop
        </p>
        <AuthCard isLoading={isLoading} />
      </main>
    </div>
  );
}

/** Page shown if the session state can't be determined. */
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
