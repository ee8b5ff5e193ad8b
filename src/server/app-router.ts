import { aliasesRouter } from "./features/aliases/aliases.router.ts";
import { assistantsRouter } from "./features/assistants/assistants.router.ts";
import { eventsRouter } from "./features/events/events.router.ts";
import { exportRouter } from "./features/exports/export.router.ts";
import { followsRouter } from "./features/follows/follows.router.ts";
import { importRouter } from "./features/imports/import.router.ts";
import { feedsRouter } from "./features/news/feeds.router.ts";
import { newsRouter } from "./features/news/news.router.ts";
import { papersRouter } from "./features/papers/papers.router.ts";
import { picturesRouter } from "./features/pictures/pictures.router.ts";
import { promptsRouter } from "./features/prompts/prompts.router.ts";
import { commentsRouter } from "./features/readings/comments.router.ts";
import { readingsRouter } from "./features/readings/readings.router.ts";
import { sourcesRouter } from "./features/sources/sources.router.ts";
import { systemRouter } from "./features/system/system.router.ts";
import { toolsRouter } from "./features/tools/tools.router.ts";
import { uploadsRouter } from "./features/uploads/uploads.router.ts";
import { accountRouter } from "./features/users/account.router.ts";
import { authRouter } from "./features/users/auth.router.ts";
import { tokensRouter } from "./features/users/tokens.router.ts";
import { usersRouter } from "./features/users/users.router.ts";
import { verdictsRouter } from "./features/verdicts/verdicts.router.ts";
import { workspaceRouter } from "./features/workspace/workspace.router.ts";
import { deletionsRouter } from "./kernel/deletions/deletions.router.ts";
import { jobsRouter } from "./kernel/jobs/jobs.router.ts";
import { linksRouter } from "./kernel/links/links.router.ts";
import { searchRouter } from "./kernel/search/search.router.ts";
import { router } from "./trpc.ts";

/** Every procedure of the product; REST and the browser reach nothing else. */
export const appRouter = router({
  account: accountRouter,
  aliases: aliasesRouter,
  assistants: assistantsRouter,
  auth: authRouter,
  comments: commentsRouter,
  deletions: deletionsRouter,
  events: eventsRouter,
  exports: exportRouter,
  feeds: feedsRouter,
  follows: followsRouter,
  imports: importRouter,
  news: newsRouter,
  papers: papersRouter,
  pictures: picturesRouter,
  prompts: promptsRouter,
  readings: readingsRouter,
  jobs: jobsRouter,
  links: linksRouter,
  search: searchRouter,
  sources: sourcesRouter,
  system: systemRouter,
  tokens: tokensRouter,
  tools: toolsRouter,
  uploads: uploadsRouter,
  users: usersRouter,
  verdicts: verdictsRouter,
  workspace: workspaceRouter,
});

export type AppRouter = typeof appRouter;
