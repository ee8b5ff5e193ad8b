import { RotateCw } from "lucide-react";

import { Button } from "#client/ui/button.tsx";
import { LinkButton } from "#client/ui/link-button.tsx";

/** Holds the place of whatever failed to load or to render, and offers ways on. */
export function FailedPage() {
  return (
    <div role="alert" className="flex flex-col items-center px-6 py-24 text-center">
      <h1 className="text-xl font-semibold tracking-tight">Something went wrong</h1>
      <p className="mt-2 max-w-md text-pretty text-ink-muted">
        This page couldn't be displayed. Everything you saved is safe.
      </p>
      <div className="mt-6 flex flex-wrap justify-center gap-2">
        <LinkButton to="/" reloadDocument>
          Back to Home
        </LinkButton>
        {/* Loads everything anew: the page's files may be those of a version that the server has replaced. */}
        <Button variant="primary" icon={<RotateCw aria-hidden />} onClick={() => window.location.reload()}>
          Try Again
        </Button>
      </div>
    </div>
  );
}
