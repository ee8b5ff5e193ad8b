import { LIBRARY_KINDS } from "#shared/kernel/item-address.ts";

import { kernelCleanup } from "./jobs/cleanup.queries.ts";
import { cleanUp } from "./jobs/cleanup.service.ts";
import { nightly } from "./jobs/job.ts";
import { linksOfKind } from "./links/deleted-links.service.ts";
import { scanForLinks } from "./links/link-scanner.service.ts";
import type { Slice } from "./slice.ts";

/** Declarations of the kernel itself, in the form of a slice. */
export const kernelSlice: Slice = {
  name: "kernel",
  belongings: LIBRARY_KINDS.map((kind) => ({ kind, batched: [linksOfKind(kind)] })),
  jobs: [
    {
      ...nightly({
        name: "backup",
        title: "Back up the database",
        needsDatabaseFile: true,
        run: async (app, work) => (await import("./jobs/backup-files.service.ts")).backUpNightly(app, work),
      }),
      pattern: ({ backupCron }) => backupCron,
    },
    nightly({
      name: "check",
      title: "Check the database",
      needsDatabaseFile: true,
      run: async (app, work) =>
        (await import("./jobs/backup-files.service.ts")).checkWholeDatabase(app, work),
    }),
    nightly({ name: "cleanup", title: "Clean up the database", run: cleanUp }),
    nightly({ name: "links.find", title: "Scan texts for names", run: scanForLinks }),
  ],
  cleanup: kernelCleanup,
};
