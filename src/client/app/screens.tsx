import { lazy, Suspense } from "react";
import { Outlet, Route, Routes, useLocation } from "react-router-dom";

import { AppShell } from "#client/layout/app-shell.tsx";
import type { User } from "#shared/users.ts";

import { Arrival } from "./arrival.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { PageSkeleton } from "./page-skeleton.tsx";
import { Titled } from "./titled.tsx";

const HomePage = lazy(async () => ({
  default: (await import("#client/features/home/home-page.tsx")).HomePage,
}));
const ToolsPage = lazy(async () => ({
  default: (await import("#client/features/tools/page/tools-page.tsx")).ToolsPage,
}));
const NewsPage = lazy(async () => ({
  default: (await import("#client/features/news/page/news-page.tsx")).NewsPage,
}));
const PapersPage = lazy(async () => ({
  default: (await import("#client/features/papers/page/papers-page.tsx")).PapersPage,
}));
const PromptsPage = lazy(async () => ({
  default: (await import("#client/features/prompts/page/prompts-page.tsx")).PromptsPage,
}));
const ReadingsPage = lazy(async () => ({
  default: (await import("#client/features/readings/page/readings-page.tsx")).ReadingsPage,
}));
const AccountPage = lazy(async () => ({
  default: (await import("#client/features/users/account/account-page.tsx")).AccountPage,
}));

/** The screens of somebody who is signed in. */
export function Screens({ user }: { user: User }) {
  return (
    <Routes>
      <Route element={<AppShell user={user} />}>
        <Route element={<Page />}>
          <Route
            index
            element={
              <Titled title="Home">
                <HomePage user={user} />
              </Titled>
            }
          />
          <Route
            path="/dashboard"
            element={
              <Titled title="AI Stack">
                <ToolsPage />
              </Titled>
            }
          />
          <Route
            path="/news"
            element={
              <Titled title="News Stack">
                <NewsPage />
              </Titled>
            }
          />
          <Route
            path="/arxiv"
            element={
              <Titled title="Research Stack">
                <PapersPage />
              </Titled>
            }
          />
          <Route
            path="/prompts"
            element={
              <Titled title="Prompt Stack">
                <PromptsPage />
              </Titled>
            }
          />
          <Route
            path="/chapter-loop"
            element={
              <Titled title="ChapterLoop">
                <ReadingsPage />
              </Titled>
            }
          />
          <Route
            path="/account"
            element={
              <Titled title="Account">
                <AccountPage user={user} />
              </Titled>
            }
          />
        </Route>
      </Route>
    </Routes>
  );
}

/** A section inside the shell: one that fails or is on its way leaves the sidebar where it is. */
function Page() {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary key={pathname}>
      <Suspense fallback={<PageSkeleton />}>
        <Outlet />
        <Arrival />
      </Suspense>
    </ErrorBoundary>
  );
}
