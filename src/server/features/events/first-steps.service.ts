import type { App } from "#server/app.ts";
import { hasVisited } from "#server/features/visits/visits.service.ts";
import type { User } from "#shared/accounts/users.ts";
import type { FirstStep } from "#shared/kernel/since.ts";

import { hasDone, hasItems, type LibraryKind } from "./since.queries.ts";
import { CURSORS } from "./unseen.service.ts";

/** Returns suggested first steps for a new user, each with its completion. */
export async function firstSteps(app: App, user: User): Promise<FirstStep[]> {
  const { db } = app;
  const did = (kind: LibraryKind, verb: string) => hasDone(db, user.id, kind, verb);
  const visited = (kind: keyof typeof CURSORS) => hasVisited(app, user, CURSORS[kind]);
  const [hasTools, hasReadings] = [await hasItems(db, "tool"), await hasItems(db, "reading")];
  return [
    {
      name: "tools",
      isEmpty: !hasTools,
      isDone: hasTools && ((await visited("tool")) || (await did("tool", "added"))),
    },
    { name: "papers", isEmpty: false, isDone: await visited("paper") },
    {
      name: "discussion",
      isEmpty: !hasReadings,
      isDone: (await did("reading", "commented")) || (await did("reading", "added")),
    },
  ];
}
