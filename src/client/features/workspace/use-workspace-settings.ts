import { trpc } from "#client/api/trpc.ts";
import type { WorkspaceSettings } from "#shared/accounts/workspace.ts";

/** What the product is configured to do, fetched once; undefined until it is known. */
export const useWorkspaceSettings = (): WorkspaceSettings | undefined =>
  trpc.workspace.settings.useQuery().data;
