import { Outlet, type RouteObject } from "react-router-dom";

import { type Page, pages } from "#client/sections.ts";

import { FailedPage } from "./failed-page.tsx";
import { Gate } from "./gate.tsx";
import { LeaveGuard } from "./leave-guard.tsx";
import { NotFoundPage } from "./not-found-page.tsx";
import { PageFrame } from "./page-frame.tsx";
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
      { element: <Gate />, children: pages.map(toRoute) },
      { path: "*", element: <NotFoundPage /> },
    ],
  },
];
