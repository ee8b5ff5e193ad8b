import { type Backup, backupDatabase, checkDatabase, prepareRestore } from "#db/database-files.ts";

/** Copies a database into a new file. */
export const backUp = ({ source, target }: { source: string; target: string }): Backup =>
  backupDatabase(source, target);

/** Reads a whole database, and throws where it is damaged. */
export const check = ({ file }: { file: string }): void => {
  checkDatabase(file, "thorough");
};

/** Copies a backup beside the database whose place it is to take. */
export const prepareToRestore = ({ backup, file }: { backup: string; file: string }): void => {
  prepareRestore(backup, file);
};
