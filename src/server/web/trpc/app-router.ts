import { aliasesRouter } from "#server/features/aliases/aliases.router.ts";
import { askRouter } from "#server/features/ask/ask.router.ts";
import { assistantsRouter } from "#server/features/assistants/assistants.router.ts";
import { briefsRouter } from "#server/features/briefs/briefs.router.ts";
import { channelsRouter } from "#server/features/channels/channels.router.ts";
import { commentsRouter } from "#server/features/comments/comments.router.ts";
import { eventsRouter } from "#server/features/events/events.router.ts";
import { exportRouter } from "#server/features/exports/export.router.ts";
import { followsRouter } from "#server/features/follows/follows.router.ts";
import { importRouter } from "#server/features/imports/import.router.ts";
import { inboxRouter, watchesRouter } from "#server/features/inbox/inbox.router.ts";
import { feedsRouter, newsRouter } from "#server/features/news/news.router.ts";
import { papersRouter } from "#server/features/papers/papers.router.ts";
import { mailRouter } from "#server/features/personal-mail/personal-mail.router.ts";
import { picturesRouter } from "#server/features/pictures/pictures.router.ts";
import { promptsRouter } from "#server/features/prompts/prompts.router.ts";
import { ratingsRouter } from "#server/features/ratings/ratings.router.ts";
import { readingsRouter } from "#server/features/readings/readings.router.ts";
import { saveRouter } from "#server/features/save/save.router.ts";
import { sharedPagesRouter } from "#server/features/shared-pages/shared-pages.router.ts";
import { sourcesRouter } from "#server/features/sources/sources.router.ts";
import { systemRouter } from "#server/features/system/system.router.ts";
import { toolsRouter } from "#server/features/tools/tools.router.ts";
import { uploadsRouter } from "#server/features/uploads/uploads.router.ts";
import { accountRouter, authRouter, tokensRouter, usersRouter } from "#server/features/users/users.router.ts";
import { verdictsRouter } from "#server/features/verdicts/verdicts.router.ts";
import { workspaceRouter } from "#server/features/workspace/workspace.router.ts";
import { deletionsRouter } from "#server/kernel/deletions/deletions.router.ts";
import { jobsRouter } from "#server/kernel/jobs/jobs.router.ts";
import { linksRouter } from "#server/kernel/links/links.router.ts";
import { searchRouter } from "#server/kernel/search/search.router.ts";

import { router } from "./trpc.ts";

/** Router with every procedure. REST and the browser use only these. */
export const appRouter = router({
  account: accountRouter,
  aliases: aliasesRouter,
  assistants: assistantsRouter,
  auth: authRouter,
  briefs: briefsRouter,
  channels: channelsRouter,
  comments: commentsRouter,
  deletions: deletionsRouter,
  events: eventsRouter,
  exports: exportRouter,
  feeds: feedsRouter,
  follows: followsRouter,
  imports: importRouter,
  inbox: inboxRouter,
  mail: mailRouter,
  news: newsRouter,
  papers: papersRouter,
  pictures: picturesRouter,
  prompts: promptsRouter,
  ratings: ratingsRouter,
  readings: readingsRouter,
  jobs: jobsRouter,
  links: linksRouter,
  save: saveRouter,
  search: router({ all: searchRouter.all, ask: askRouter.ask, questions: askRouter.questions }),
  sharedPages: sharedPagesRouter,
  sources: sourcesRouter,
  system: systemRouter,
  tokens: tokensRouter,
  tools: toolsRouter,
  uploads: uploadsRouter,
  users: usersRouter,
  verdicts: verdictsRouter,
  watches: watchesRouter,
  workspace: workspaceRouter,
});

export type AppRouter = typeof appRouter;
