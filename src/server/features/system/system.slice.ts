import type { Slice } from "#server/kernel/slice.ts";

import { checkRelease } from "./release-check.service.ts";

export const systemSlice: Slice = {
  name: "system",
  jobs: [
    {
      name: "release.check",
      title: "Check for a new release",
      pattern: ({ releasesUrl, nightlyCron }) => (releasesUrl === null ? null : nightlyCron),
      runsOnFirstStart: false,
      usesNetwork: true,
      run: checkRelease,
    },
  ],
};
