import { RotateCw } from "lucide-react";
import { useEffect, useState } from "react";

import { Button } from "#client/ui/button.tsx";
import { LinkButton } from "#client/ui/link-button.tsx";

const CHECK_TIMEOUT_MS = 3000;

/** True if the server's page has another script than the running one. */
async function isOutdated(): Promise<boolean> {
  const script = document.querySelector<HTMLScriptElement>("script[type=module][src]")?.getAttribute("src");
  if (!script) return false;
  const reply = await fetch("/", { cache: "no-store", signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) });
  return reply.ok && !(await reply.text()).includes(script);
}

/**
 * Replaces a page that failed to load or render, with options to continue. After an upgrade the old files no longer
 * exist.
 */
export function FailedPage() {
  const [wasUpdated, setWasUpdated] = useState<boolean | null>(null);
  useEffect(() => {
    isOutdated().then(setWasUpdated, () => setWasUpdated(false));
  }, []);
  if (wasUpdated === null) return null;
  return wasUpdated ? <UpdatedPage /> : <BrokenPage />;
}

const UpdatedPage = () => (
  <div role="alert" className="flex flex-col items-center px-6 py-24 text-center">
    <h1 className="text-xl font-semibold tracking-tight">StackLoop was updated</h1>
    <p className="mt-2 max-w-md text-pretty text-ink-muted">
      Reload to use the new version. Everything you saved is safe.
    </p>
    <div className="mt-6">
      <Button variant="primary" icon={<RotateCw aria-hidden />} onClick={() => window.location.reload()}>
        Reload
      </Button>
    </div>
  </div>
);

function BrokenPage() {
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
        {/* Reloads everything, since an upgrade of the server may have replaced the page's files. */}
        <Button variant="primary" icon={<RotateCw aria-hidden />} onClick={() => window.location.reload()}>
          Try Again
        </Button>
      </div>
    </div>
  );
}
