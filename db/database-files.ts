/** Operations on database files. Databases on a server are managed with that server's tools. */
export { type Backup, backupDatabase, unfinishedBackup } from "./sqlite/files/backup.ts";
export { checkDatabase } from "./sqlite/files/database-file.ts";
export { lockOrRefuse, refuseOtherName } from "./sqlite/files/lock.ts";
export { restoreAdvice } from "./sqlite/files/lost-file.ts";
export { emptyLog } from "./sqlite/open-file.ts";
export {
  finishRestore,
  prepareRestore,
  removeUnfinishedRestore,
  unfinishedRestore,
} from "./sqlite/files/restore.ts";
