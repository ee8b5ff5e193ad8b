import { databaseFileOf } from "#db/database-file.ts";
import { lockOrRefuse } from "#db/lock.ts";
import { restoreDatabase } from "#db/restore.ts";

import { readArguments } from "./arguments.ts";
import type { Command } from "./command.ts";
import { timestamp } from "./timestamp.ts";

export const restore: Command = {
  name: "restore",
  usage: "FILE",
  summary: "Put a backup in the database's place; the server must be stopped",
  details: [
    "FILE is checked first and stays as it is. The replaced database is kept beside the restored one.",
    "A backup of an older version is brought up to date when the server starts.",
  ],
  run(args, { config, print }) {
    const { places } = readArguments(args, { least: 1, most: 1 }, {});
    const file = databaseFileOf(config.databaseUrl);
    const lock = lockOrRefuse(file);
    try {
      const replaced = restoreDatabase(places[0] ?? "", file, `${file}.replaced-${timestamp()}`);
      print(`${file} is restored from ${places[0]}`);
      if (replaced !== null) print(`The database as it was before is in ${replaced}`);
    } finally {
      lock.release();
    }
    return Promise.resolve();
  },
};
