import { toolsRouter } from "./features/tools/tools.router.ts";
import { accountRouter } from "./features/users/account.router.ts";
import { authRouter } from "./features/users/auth.router.ts";
import { usersRouter } from "./features/users/users.router.ts";
import { router } from "./trpc.ts";

/** Every procedure of the product; REST and the browser reach nothing else. */
export const appRouter = router({
  account: accountRouter,
  auth: authRouter,
  tools: toolsRouter,
  users: usersRouter,
});

export type AppRouter = typeof appRouter;
