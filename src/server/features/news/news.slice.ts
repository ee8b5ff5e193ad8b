import type { Slice } from "#server/kernel/slice.ts";

import { newsOfTool } from "./deleted-news.service.ts";
import { fetchAllNews } from "./news-fetch.service.ts";

export const newsSlice: Slice = {
  name: "news",
  discusses: "article",
  belongings: [{ kind: "tool", many: [newsOfTool] }],
  jobs: [
    {
      name: "news.fetch",
      title: "Check for news",
      pattern: ({ newsCron }) => newsCron,
      runsOnFirstStart: false,
      usesNetwork: true,
      finds: { kind: "article", one: "article", many: "articles" },
      run: fetchAllNews,
    },
  ],
};
