import type { Slice } from "#server/kernel/slice.ts";

import { toolLibrary } from "./tools.service.ts";

export const toolSlice: Slice = {
  name: "tools",
  library: toolLibrary,
  discussedKind: "tool",
  jobs: [
    {
      name: "release-notes.fetch",
      title: "Check for release notes",
      pattern: ({ nightlyCron }) => nightlyCron,
      runsOnFirstStart: false,
      usesNetwork: true,
      adds: { kind: "tool", one: "release note", many: "release notes" },
      run: async (app, work) =>
        (await import("./release-notes.service.ts")).refreshAllReleaseNotes(app, work),
    },
  ],
};
