/** What is done with a database that is a file; one that a server keeps is looked after with that server's tools. */
export { type Backup, backupDatabase } from "./sqlite/backup.ts";
export { checkDatabase } from "./sqlite/database-file.ts";
export { lockOrRefuse, refuseOtherName } from "./sqlite/lock.ts";
export { restoreAdvice } from "./sqlite/newest-backup.ts";
export { emptyLog } from "./sqlite/open-file.ts";
export {
  finishRestore,
  prepareRestore,
  removeUnfinishedRestore,
  unfinishedRestore,
} from "./sqlite/restore.ts";
export { unfinishedBackup } from "./sqlite/unfinished-backups.ts";
