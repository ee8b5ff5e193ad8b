import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

import { useCurrentUser, useSessionRetry } from "#client/features/users/use-current-user.ts";
import { AppShell } from "#client/layout/app-shell.tsx";

import { PublicPage } from "./public-page.tsx";
import { UnreachablePage } from "./unreachable-page.tsx";

/** Decides what an address shows: its page to people with a session, the public page to everybody else. */
export function Gate() {
  const user = useCurrentUser();
  const retry = useSessionRetry();
  useForgetting(user === null);

  if (user) return <AppShell user={user} />;
  return retry ? <UnreachablePage onRetry={retry} /> : <PublicPage isLoading={user === undefined} />;
}

/** Nothing that one person has read may be shown to the next one in this browser. */
function useForgetting(isVisitor: boolean) {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (isVisitor) queryClient.removeQueries({ type: "inactive" });
  }, [isVisitor, queryClient]);
}
