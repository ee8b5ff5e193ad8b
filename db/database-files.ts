/** Operations on database files. Databases on a server are managed with that server's tools. */
export {
  type Backup,
  backupDatabase,
  finishRestore,
  prepareRestore,
  removeUnfinishedRestore,
  unfinishedBackupPath as unfinishedBackup,
  unfinishedRestorePath as unfinishedRestore,
} from "./sqlite/files/backup.ts";
export { checkDatabase, restoreAdvice } from "./sqlite/files/database-file.ts";
export { requireLock as lockOrRefuse, refuseOtherName } from "./sqlite/files/lock.ts";
export { checkpointLog } from "./sqlite/open-file.ts";
