import { join } from "node:path";

import { backupDatabase } from "#db/backup.ts";
import { databaseFileOf } from "#db/database-file.ts";

import { readArguments } from "./arguments.ts";
import type { Command } from "./command.ts";
import { formatBytes } from "./format-bytes.ts";
import { timestamp } from "./timestamp.ts";

export const backup: Command = {
  name: "backup",
  usage: "[FILE]",
  summary: "Back up the database (works while the server runs)",
  details: [
    "The copy is consistent, checked and complete: accounts, tools, images.",
    "Without FILE, it is saved as stackloop-<time>.db in BACKUP_DIR.",
  ],
  run(args, { config, print }) {
    const { places } = readArguments(args, { least: 0, most: 1 }, {});
    const target = places[0] ?? join(config.backupDir, `stackloop-${timestamp()}.db`);
    const { file, bytes } = backupDatabase(databaseFileOf(config.databaseUrl), target);
    print(`${file} (${formatBytes(bytes)}), checked`);
    return Promise.resolve();
  },
};
