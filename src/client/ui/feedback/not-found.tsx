import type { ReactNode } from "react";

import { classNames } from "#client/ui/class-names.ts";
import { LinkButton } from "#client/ui/link-button.tsx";

interface NotFoundProps {
  /** Icon above the text. */
  sign?: ReactNode;
  className?: string;
}

/** Message for an unknown page or item. */
export function NotFound({ sign, className }: NotFoundProps) {
  return (
    <div className={classNames("flex flex-col items-center px-6 py-16 text-center", className)}>
      {sign}
      <h1 className="text-xl font-semibold tracking-tight">404 Page Not Found</h1>
      <p className="mt-2 text-pretty text-ink-muted">Did you forget to add the page to the router?</p>
      <LinkButton to="/" variant="primary" className="mt-6">
        Back to Home
      </LinkButton>
    </div>
  );
}
