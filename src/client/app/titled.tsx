import type { ReactNode } from "react";

import { usePageTitle } from "#client/layout/use-page-title.ts";

interface TitledProps {
  title: string;
  children: ReactNode;
}

/** A page with its name in the browser's tab. */
export function Titled({ title, children }: TitledProps) {
  usePageTitle(title);
  return children;
}
