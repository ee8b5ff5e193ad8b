import { recordNormalUse } from "#server/features/system/demo.service.ts";

import { serveUntil, waitForStopSignal } from "./run-server.ts";
import { defineCommand, EXIT } from "./terminal/command.ts";

export const serve = defineCommand({
  name: "serve",
  summary: "Serve the product (the default)",
  details: [
    "SIGTERM or Ctrl-C stops it; requests in progress may take 10 more seconds. The log is on standard output.",
  ],
  options: {
    new: { about: "create a database file even if backups or a log show that there was one" },
  },
  exits: {
    [EXIT.done]: "stopped by a signal",
    [EXIT.failed]: "can't start, or had to stop; see standard error",
    [EXIT.interrupted]: null,
  },
  example: "serve",
  async run({ options: { new: isNew } }, terminal) {
    // Registered first, so that an interrupted start ends cleanly too.
    const stopRequest = waitForStopSignal(terminal.log);
    if (terminal.config.isDemo) {
      const { serveDemo } = await import("./demo/demo.ts");
      await serveDemo(stopRequest, terminal);
    } else await serveUntil(stopRequest, terminal, { isNew, prepare: recordNormalUse });
    // Work that outlived its request, such as waiting for a slow service, would block the exit.
    process.exit();
  },
});
