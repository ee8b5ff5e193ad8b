import type { Slice } from "#server/kernel/slice.ts";

import { newsOfTool } from "./deleted-news.service.ts";

export const newsSlice: Slice = {
  name: "news",
  discussedKind: "article",
  belongings: [{ kind: "tool", batched: [newsOfTool] }],
  jobs: [
    {
      name: "news.fetch",
      title: "Check for news",
      pattern: ({ newsCron }) => newsCron,
      runsOnFirstStart: false,
      usesNetwork: true,
      adds: { kind: "article", one: "article", many: "articles" },
      run: async (app, work) => (await import("./news-fetch.service.ts")).fetchAllNews(app, work),
    },
  ],
};
