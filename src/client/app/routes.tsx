import { QueryClientProvider } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { type ReactNode, useEffectEvent, useLayoutEffect, useState, useEffect } from "react";
import {
  Navigate,
  NavigationType,
  Outlet,
  type RouteObject,
  useLocation,
  useNavigate,
  useNavigation,
  useNavigationType,
} from "react-router-dom";

import { createQueryClient } from "#client/api/query-client.ts";
import { createTrpcClient, getQueryKey, trpc } from "#client/api/trpc.ts";
import { useEntry, useCurrentUser, useSessionRetry } from "#client/features/users/use-auth.ts";
import { AppShell } from "#client/layout/app-shell.tsx";
import { ProductLogo } from "#client/layout/product-logo.tsx";
import { usePageTitle } from "#client/layout/use-page-title.ts";
import type { Page } from "#client/slice.ts";
import { pages } from "#client/slices.ts";
import { Button } from "#client/ui/button.tsx";
import { LEAVE_CONFIRMED } from "#client/ui/dialog/unsaved.ts";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { NotFound } from "#client/ui/feedback/states.tsx";
import { ToastProvider } from "#client/ui/feedback/toast.tsx";
import { LinkButton } from "#client/ui/links.tsx";

import { DemoBanner, Gate } from "./gate.tsx";
import { LeaveGuard } from "./leave-guard.tsx";

/** Creates the route of a page. If the page fails to load or render, the shell around it remains. */
const toRoute = ({ path, title, isNamedByContent, load }: Page): RouteObject => ({
  path,
  element: <PageFrame title={isNamedByContent === true ? null : title} />,
  children: [
    { index: true, lazy: load, hydrateFallbackElement: <PageSkeleton />, errorElement: <FailedPage /> },
  ],
});

/** Redirects to the first tab of the Admin page. "/system" is the page's former URL. */
const redirectToAdmin = (path: string): RouteObject => ({
  path,
  element: <Navigate to="/admin/system" replace />,
});

/** Routes of all pages, behind the gate. Other URLs show the not-found page. */
export const routes: RouteObject[] = [
  {
    element: (
      <LeaveGuard>
        <Providers>
          <Outlet />
        </Providers>
      </LeaveGuard>
    ),
    errorElement: <FailedPage />,
    children: [
      { element: <Gate />, children: [...pages.map(toRoute), ...["/admin", "/system"].map(redirectToAdmin)] },
      { path: "*", element: <NotFoundPage /> },
    ],
  },
];

/** Page for unknown URLs. Signed-in users also see the sidebar. */
function NotFoundPage() {
  usePageTitle("Page not found");
  // Both calls share one request, as in the gate.
  const entry = useEntry();
  const user = useCurrentUser();
  const retry = useSessionRetry();
  if (user)
    return (
      <>
        {entry?.isDemo && <DemoBanner />}
        <AppShell user={user}>
          <NotFound />
        </AppShell>
      </>
    );
  if (user === undefined && !retry) return null;
  return (
    <main>
      <NotFound sign={<ProductLogo className="mb-6 size-12" />} className="min-h-dvh justify-center" />
    </main>
  );
}

/** Sets the tab's title and focuses a page on navigation. `title` is null if the page's content sets it. */
function PageFrame({ title }: { title: string | null }) {
  const { pathname } = useLocation();
  // The key makes each item's page a new one.
  return <FramedPage key={pathname} title={title} />;
}

function FramedPage({ title }: { title: string | null }) {
  usePageTitle(title);
  const navigationType = useNavigationType();
  const focusContent = useEffectEvent(() => {
    // The browser restores the focus after Back and Forward.
    if (navigationType === NavigationType.Pop) return;
    const content = document.querySelector<HTMLElement>("#content");
    // The page may have focused one of its own fields.
    if (!content?.contains(document.activeElement)) content?.focus({ preventScroll: true });
  });
  useLayoutEffect(() => focusContent(), []);

  // While another page's code loads, the skeleton shows that the click was registered.
  return useNavigation().state === "loading" ? <PageSkeleton /> : <Outlet />;
}

/** Skeleton of a loading page: a heading, a row of controls, a few lines. */
function PageSkeleton() {
  return (
    <div>
      <h1 className="sr-only">
        <output>Loading</output>
      </h1>
      <Skeleton className="h-7 w-48" />
      <Skeleton className="mt-2 h-4 w-80 max-w-full" />
      <Skeleton className="mt-6 h-control w-full rounded-control" />
      <Skeleton className="mt-6 h-64 w-full rounded-card" />
    </div>
  );
}

/** Providers for every screen: server calls, toasts and tooltips. */
export function Providers({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const [{ trpcClient, queryClient }] = useState(() => {
    const handleSignedOut = () => {
      void client.resetQueries({ queryKey: getQueryKey(trpc.account.me) });
      void navigate("/", { state: LEAVE_CONFIRMED });
    };
    const client = createQueryClient(handleSignedOut);
    return { trpcClient: createTrpcClient(handleSignedOut), queryClient: client };
  });
  return (
    <trpc.Provider client={trpcClient} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <ToastProvider>{children}</ToastProvider>
      </QueryClientProvider>
    </trpc.Provider>
  );
}

const CHECK_TIMEOUT_MS = 3000;

/** True if the server's page loads a different script from the running one. */
async function isOutdated(): Promise<boolean> {
  const script = document.querySelector<HTMLScriptElement>("script[type=module][src]")?.getAttribute("src");
  if (!script) return false;
  const reply = await fetch("/", { cache: "no-store", signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) });
  return reply.ok && !(await reply.text()).includes(script);
}

/**
 * Replaces a page that failed to load or render, and offers to continue. A cause may be an upgrade, which deletes old
 * files.
 */
function FailedPage() {
  const [wasUpdated, setWasUpdated] = useState<boolean | null>(null);
  useEffect(() => {
    isOutdated().then(setWasUpdated, () => setWasUpdated(false));
  }, []);
  if (wasUpdated === null) return null;
  return wasUpdated ? <UpdatedPage /> : <BrokenPage />;
}

const UpdatedPage = () => (
  <div role="alert" className="flex flex-col items-center px-6 py-24 text-center">
    <h1 className="text-xl font-semibold tracking-tight">StackLoop was updated</h1>
    <p className="mt-2 max-w-md text-pretty text-ink-muted">
      Reload to use the new version. Everything you saved is safe.
    </p>
    <div className="mt-6">
      <Button variant="primary" icon={<RotateCw aria-hidden />} onClick={() => window.location.reload()}>
        Reload
      </Button>
    </div>
  </div>
);

function BrokenPage() {
  return (
    <div role="alert" className="flex flex-col items-center px-6 py-24 text-center">
      <h1 className="text-xl font-semibold tracking-tight">Something went wrong</h1>
      <p className="mt-2 max-w-md text-pretty text-ink-muted">
        This page couldn't be displayed. Everything you saved is safe.
      </p>
      <div className="mt-6 flex flex-wrap justify-center gap-2">
        <LinkButton to="/" reloadDocument>
          Back to Home
        </LinkButton>
        {/* Reloads the whole document, because a server upgrade may have replaced the page's files. */}
        <Button variant="primary" icon={<RotateCw aria-hidden />} onClick={() => window.location.reload()}>
          Try Again
        </Button>
      </div>
    </div>
  );
}
