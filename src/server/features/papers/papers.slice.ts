import type { Slice } from "#server/kernel/slice.ts";

export const paperSlice: Slice = {
  name: "papers",
  discussedKind: "paper",
  jobs: [
    {
      name: "papers.fetch",
      title: "Fetch papers",
      pattern: ({ nightlyCron }) => nightlyCron,
      runsOnFirstStart: true,
      usesNetwork: true,
      adds: { kind: "paper", one: "paper", many: "papers" },
      run: async (app, work) => (await import("./paper-fetch.service.ts")).fetchLatestPapers(app, work),
    },
  ],
};
