import { databaseFileOf } from "#db/database-file.ts";
import { lockOrRefuse } from "#db/lock.ts";
import { migrateToLatest } from "#db/migrate.ts";
import { openDatabase } from "#db/open.ts";

import { refuseArguments } from "./arguments.ts";
import type { Command } from "./command.ts";

export const migrate: Command = {
  name: "migrate",
  usage: "",
  summary: "Update the database tables",
  async run(args, { config, print }) {
    refuseArguments(args);
    const file = databaseFileOf(config.databaseUrl);
    const lock = lockOrRefuse(file);
    const database = openDatabase(file, config.backupDir);
    try {
      const { from, to, backupFile } = await migrateToLatest(database, new Date().toISOString());
      print(from === to ? `${file} is up to date (version ${to})` : `${file}: version ${from} → ${to}`);
      if (backupFile) print(`The previous database is in ${backupFile}`);
    } finally {
      await database.close();
      lock.release();
    }
  },
};
