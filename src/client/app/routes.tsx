import { useState } from "react";
import { matchPath, type RouteObject, useLocation, useRoutes } from "react-router-dom";

import { account, everythingAboutTool, home, type Page, search, sections, system } from "#client/sections.ts";
import { lazyComponent } from "#client/ui/lazy-component.tsx";

import { Gate } from "./gate.tsx";
import { ScrollPlace, useScrollPlaces } from "./history-router.tsx";
import { LeaveGuard } from "./leave-guard.tsx";
import { NotFoundPage } from "./not-found-page.tsx";
import { PageBoundary } from "./page-boundary.tsx";
import { PageFrame } from "./page-frame.tsx";
import { PageSkeleton } from "./page-skeleton.tsx";
import { Providers } from "./providers.tsx";

const PAGES: readonly Page[] = [home, ...sections, everythingAboutTool, search, account, system];

/** The page with its place in the window; while its code is on its way a skeleton shows that the click has worked. */
const lazyPage = ({ load }: Page) =>
  lazyComponent(
    async () => {
      const { Component } = await load();
      return {
        PlacedPage: () => (
          <>
            <Component />
            <ScrollPlace />
          </>
        ),
      };
    },
    "PlacedPage",
    () => <PageSkeleton />,
  );

/** The first page, whose code is on its way before that page is rendered. */
const preloaded = new Map<Page, ReturnType<typeof lazyPage>>();

/** Has the code of the page at this path come beside the answer to who is signed in, not after it. */
export function preloadPage(path: string): void {
  const page = PAGES.find((one) => matchPath(one.path, path));
  if (!page) return;
  const content = lazyPage(page);
  preloaded.set(page, content);
  // Where the page is rendered there is another try.
  content.preload().catch(() => {});
}

function toRoute(page: Page): RouteObject {
  const Content = preloaded.get(page) ?? lazyPage(page);
  function Framed() {
    // Another thing of a kind is another page.
    const { pathname } = useLocation();
    return (
      <PageFrame key={pathname} title={page.isNamedByContent === true ? null : page.title}>
        <Content />
      </PageFrame>
    );
  }
  return { path: page.path, element: <Framed key={page.path} /> };
}

/** The pages of the product behind their gate; any other address is not found. */
const createRoutes = (): RouteObject[] => [
  { element: <Gate />, children: PAGES.map(toRoute) },
  {
    path: "*",
    element: (
      <>
        <NotFoundPage />
        <ScrollPlace />
      </>
    ),
  },
];

/** The whole product at the address where the router stands. */
export function Product() {
  const { pathname } = useLocation();
  const [routes] = useState(createRoutes);
  const page = useRoutes(routes);
  useScrollPlaces();
  return (
    <PageBoundary place={pathname}>
      <LeaveGuard>
        <Providers>{page}</Providers>
      </LeaveGuard>
    </PageBoundary>
  );
}
