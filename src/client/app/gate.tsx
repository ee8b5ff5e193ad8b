import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ScrollRestoration } from "react-router-dom";

import { useEntry } from "#client/features/users/sign-in/use-entry-link.ts";
import { useCurrentUser, useSessionRetry } from "#client/features/users/use-current-user.ts";
import { AppShell } from "#client/layout/app-shell.tsx";

import { PublicPage } from "./public-page.tsx";
import { UnreachablePage } from "./unreachable-page.tsx";

/** Shows the page of a URL to signed-in users, and the public page to all others. */
export function Gate() {
  // Asked for together, also where the public page is not to be seen: `page-list.ts` names this request.
  useEntry();
  const user = useCurrentUser();
  const retry = useSessionRetry();
  useForgetting(user === null);

  if (user)
    return (
      <>
        <AppShell user={user} />
        <ScrollRestoration />
      </>
    );
  if (retry) return <UnreachablePage onRetry={retry} />;
  return user === null ? <PublicPage isLoading={false} /> : <UntilKnown />;
}

const PATIENCE_MS = 150;

/** Placeholder until the session is known. Signed-in users get their page before it becomes visible. */
function UntilKnown() {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLong && <PublicPage isLoading />;
}

/** Clears cached data at sign-out, so that the next user of this browser can't see it. */
function useForgetting(isVisitor: boolean) {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (isVisitor) queryClient.removeQueries({ type: "inactive" });
  }, [isVisitor, queryClient]);
}
