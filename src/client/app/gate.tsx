import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { matchPath, useLocation } from "react-router-dom";

import { useCurrentUser, useSessionRetry } from "#client/features/users/use-current-user.ts";

import { ErrorBoundary } from "./error-boundary.tsx";
import { NotFoundPage } from "./not-found-page.tsx";
import { paths } from "./paths.ts";
import { PublicPage } from "./public-page.tsx";
import { Screens } from "./screens.tsx";
import { UnreachablePage } from "./unreachable-page.tsx";

/** Decides what an address shows: a section to people with a session, the public page to everybody else. */
export function Gate() {
  const user = useCurrentUser();
  const retry = useSessionRetry();
  const { pathname } = useLocation();
  useForgetting(user === null);

  if (!paths.some((path) => matchPath(path, pathname))) return <NotFoundPage />;
  return (
    <ErrorBoundary key={user?.id}>
      {user ? (
        <Screens user={user} />
      ) : retry ? (
        <UnreachablePage onRetry={retry} />
      ) : (
        <PublicPage isLoading={user === undefined} />
      )}
    </ErrorBoundary>
  );
}

/** Nothing that one person has read may be shown to the next one in this browser. */
function useForgetting(isVisitor: boolean) {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (isVisitor) queryClient.removeQueries({ type: "inactive" });
  }, [isVisitor, queryClient]);
}
