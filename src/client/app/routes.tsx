import { useEffectEvent, useLayoutEffect } from "react";
import {
  Navigate,
  NavigationType,
  Outlet,
  type RouteObject,
  useLocation,
  useNavigation,
  useNavigationType,
} from "react-router-dom";

import { useEntry } from "#client/features/users/sign-in/use-entry-link.ts";
import { useCurrentUser, useSessionRetry } from "#client/features/users/use-current-user.ts";
import { AppShell } from "#client/layout/app-shell.tsx";
import { ProductLogo } from "#client/layout/product-logo.tsx";
import { usePageTitle } from "#client/layout/use-page-title.ts";
import type { Page } from "#client/slice.ts";
import { pages } from "#client/slices.ts";
import { NotFound } from "#client/ui/feedback/not-found.tsx";

import { FailedPage } from "./failed-page.tsx";
import { Gate } from "./gate.tsx";
import { LeaveGuard } from "./leave-guard.tsx";
import { PageSkeleton } from "./page-skeleton.tsx";
import { Providers } from "./providers.tsx";

/** A page that fails to load or to render leaves the shell around it in place. */
const toRoute = ({ path, title, isNamedByContent, load }: Page): RouteObject => ({
  path,
  element: <PageFrame title={isNamedByContent === true ? null : title} />,
  children: [
    { index: true, lazy: load, hydrateFallbackElement: <PageSkeleton />, errorElement: <FailedPage /> },
  ],
});

/** Leads to the first tab of the Admin page. "/system" is its former address. */
const toAdmin = (path: string): RouteObject => ({
  path,
  element: <Navigate to="/admin/system" replace />,
});

/** Creates the routes of all pages behind the gate. Other URLs show the not-found page. */
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
      { element: <Gate />, children: [...pages.map(toRoute), ...["/admin", "/system"].map(toAdmin)] },
      { path: "*", element: <NotFoundPage /> },
    ],
  },
];

/** Page for unknown URLs. For signed-in users, with the sidebar. */
function NotFoundPage() {
  usePageTitle("Page not found");
  // Both calls share one request, as in the gate.
  useEntry();
  const user = useCurrentUser();
  const retry = useSessionRetry();
  if (user)
    return (
      <AppShell user={user}>
        <NotFound />
      </AppShell>
    );
  if (user === undefined && !retry) return null;
  return (
    <main>
      <NotFound sign={<ProductLogo className="mb-6 size-12" />} className="min-h-dvh justify-center" />
    </main>
  );
}

/**
 * Names the page in the browser's tab, and focuses it when somebody goes there.
 * `title` is null where the page itself knows what it is about.
 */
function PageFrame({ title }: { title: string | null }) {
  const { pathname } = useLocation();
  // Another item of a kind is another page.
  return <FramedPage key={pathname} title={title} />;
}

function FramedPage({ title }: { title: string | null }) {
  usePageTitle(title);
  const navigationType = useNavigationType();
  const takeFocus = useEffectEvent(() => {
    // The browser restores the focus after Back and Forward.
    if (navigationType === NavigationType.Pop) return;
    document.querySelector<HTMLElement>("#content")?.focus({ preventScroll: true });
  });
  useLayoutEffect(() => takeFocus(), []);

  // While the code of another page loads, the skeleton shows that the click has worked.
  return useNavigation().state === "loading" ? <PageSkeleton /> : <Outlet />;
}
