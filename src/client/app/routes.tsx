import { Outlet, type RouteObject, ScrollRestoration } from "react-router-dom";

import { account, home, type Page, sections } from "#client/sections.ts";

import { FailedPage } from "./failed-page.tsx";
import { Gate } from "./gate.tsx";
import { LeaveGuard } from "./leave-guard.tsx";
import { NotFoundPage } from "./not-found-page.tsx";
import { PageFrame } from "./page-frame.tsx";
import { PageSkeleton } from "./page-skeleton.tsx";
import { Providers } from "./providers.tsx";

/** A page that fails or is on its way leaves the shell around it where it is. */
const toRoute = ({ path, title, load }: Page): RouteObject => ({
  path,
  element: <PageFrame key={path} title={title} />,
  children: [
    {
      index: true,
      lazy: load,
      hydrateFallbackElement: <PageSkeleton />,
      errorElement: <FailedPage />,
    },
  ],
});

/** The pages of the product behind their gate; any other address is not found. */
export const routes: RouteObject[] = [
  {
    element: (
      <LeaveGuard>
        <Providers>
          <Outlet />
          <ScrollRestoration />
        </Providers>
      </LeaveGuard>
    ),
    errorElement: <FailedPage />,
    children: [
      { element: <Gate />, children: [home, ...sections, account].map(toRoute) },
      { path: "*", element: <NotFoundPage /> },
    ],
  },
];
