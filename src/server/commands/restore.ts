import { databaseFileOf } from "#db/database-file.ts";
import { lockOrRefuse } from "#db/lock.ts";
import { restoreDatabase } from "#db/restore.ts";

import { readArguments } from "./arguments.ts";
import type { Command } from "./command.ts";
import { timestamp } from "./timestamp.ts";

export const restore: Command = {
  name: "restore",
  usage: "FILE",
  summary: "Restore a backup (stop the server first)",
  details: [
    "FILE is checked first and not changed. The replaced database is kept next to the restored one.",
    "A backup from an older version is updated when the server starts.",
  ],
  run(args, { config, print }) {
    const { places } = readArguments(args, { least: 1, most: 1 }, {});
    const file = databaseFileOf(config.databaseUrl);
    const lock = lockOrRefuse(file);
    try {
      const replaced = restoreDatabase(places[0] ?? "", file, `${file}.replaced-${timestamp()}`);
      print(`Restored ${file} from ${places[0]}`);
      if (replaced !== null) print(`The previous database is in ${replaced}`);
    } finally {
      lock.release();
    }
    return Promise.resolve();
  },
};
