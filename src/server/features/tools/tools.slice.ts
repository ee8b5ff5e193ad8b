import type { Slice } from "#server/kernel/slice.ts";

import { refreshAllReleaseNotes } from "./release-notes.service.ts";
import { toolLibrary } from "./tools.service.ts";

export const toolSlice: Slice = {
  name: "tools",
  library: toolLibrary,
  discusses: "tool",
  jobs: [
    {
      name: "release-notes.fetch",
      title: "Check for release notes",
      pattern: ({ nightlyCron }) => nightlyCron,
      runsOnFirstStart: false,
      usesNetwork: true,
      finds: { kind: "tool", one: "release note", many: "release notes" },
      run: refreshAllReleaseNotes,
    },
  ],
};
