import { type ReactNode, useEffectEvent, useLayoutEffect } from "react";
import { NavigationType, useNavigationType } from "react-router-dom";

import { usePageTitle } from "#client/layout/use-page-title.ts";

import { PageBoundary } from "./page-boundary.tsx";

interface PageFrameProps {
  /** Null where the page itself knows what it is about. */
  title: string | null;
  children: ReactNode;
}

/**
 * The place of a page in the shell: names it in the browser's tab, and gives it the focus when somebody goes there. A
 * page that fails leaves the shell around it where it is.
 */
export function PageFrame({ title, children }: PageFrameProps) {
  usePageTitle(title);
  const navigationType = useNavigationType();
  const takeFocus = useEffectEvent(() => {
    // Back and Forward leave the focus where the browser puts it.
    if (navigationType === NavigationType.Pop) return;
    document.querySelector<HTMLElement>("#content")?.focus({ preventScroll: true });
  });
  useLayoutEffect(() => takeFocus(), []);

  return <PageBoundary place={title ?? ""}>{children}</PageBoundary>;
}
