import { adminProcedure, router, protectedProcedure } from "#server/trpc.ts";
import { serverHealthSchema, workspaceSettingsSchema } from "#shared/workspace.ts";

import { serverHealth, workspaceSettings } from "./workspace.service.ts";

export const workspaceRouter = router({
  health: adminProcedure.output(serverHealthSchema).query(({ ctx }) => serverHealth(ctx.app)),
  settings: protectedProcedure.output(workspaceSettingsSchema).query(({ ctx }) => workspaceSettings(ctx.app)),
});
