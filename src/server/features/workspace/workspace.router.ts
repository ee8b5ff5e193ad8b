import { router, protectedProcedure } from "#server/web/trpc/trpc.ts";
import { workspaceSettingsSchema } from "#shared/accounts/workspace.ts";

import { workspaceSettings } from "./workspace.service.ts";

export const workspaceRouter = router({
  settings: protectedProcedure.output(workspaceSettingsSchema).query(({ ctx }) => workspaceSettings(ctx.app)),
});
