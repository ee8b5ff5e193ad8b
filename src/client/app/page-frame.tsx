import { useEffectEvent, useLayoutEffect } from "react";
import { NavigationType, Outlet, useLocation, useNavigation, useNavigationType } from "react-router-dom";

import { usePageTitle } from "#client/layout/use-page-title.ts";

import { PageSkeleton } from "./page-skeleton.tsx";

/**
 * Names the page in the browser's tab, and focuses it when somebody goes there.
 * `title` is null where the page itself knows what it is about.
 */
export function PageFrame({ title }: { title: string | null }) {
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
