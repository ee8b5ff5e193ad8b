import { type Backup, backupDatabase, checkDatabase, prepareRestore } from "#db/database-files.ts";

/** Copies a database to a new file. */
export const backUp = ({ source, target }: { source: string; target: string }): Backup =>
  backupDatabase(source, target);

/** Checks a whole database. Throws if it is damaged. */
export const check = ({ file }: { file: string }): void => {
  checkDatabase(file, "thorough");
};

/** Copies a backup next to the database that it will replace. */
export const prepareToRestore = ({ backup, file }: { backup: string; file: string }): void => {
  prepareRestore(backup, file);
};
