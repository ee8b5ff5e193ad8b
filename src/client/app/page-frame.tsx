import { useEffectEvent, useLayoutEffect } from "react";
import { NavigationType, Outlet, useNavigation, useNavigationType } from "react-router-dom";

import { usePageTitle } from "#client/layout/use-page-title.ts";

import { PageSkeleton } from "./page-skeleton.tsx";

/** The place of a page in the shell: names it in the browser's tab, and gives it the focus when somebody goes there. */
export function PageFrame({ title }: { title: string }) {
  usePageTitle(title);
  const navigationType = useNavigationType();
  const takeFocus = useEffectEvent(() => {
    // Back and Forward leave the focus where the browser puts it.
    if (navigationType === NavigationType.Pop) return;
    document.querySelector<HTMLElement>("#content")?.focus({ preventScroll: true });
  });
  useLayoutEffect(() => takeFocus(), []);

  // The code of another page is on its way: the skeleton shows at once that the click has worked.
  return useNavigation().state === "loading" ? <PageSkeleton /> : <Outlet />;
}
