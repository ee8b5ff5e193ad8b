import { trpc } from "#client/api/trpc.ts";
import type { WorkspaceSettings } from "#shared/accounts/workspace.ts";

/** Returns the workspace settings, fetched once; undefined while loading. */
export const useWorkspaceSettings = (): WorkspaceSettings | undefined =>
  trpc.workspace.settings.useQuery().data;
