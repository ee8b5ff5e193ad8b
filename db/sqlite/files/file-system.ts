import { statfsSync } from "node:fs";

/** By the numbers that Linux gives them (https://man7.org/linux/man-pages/man2/statfs.2.html). */
const SHARED: ReadonlyMap<number, string> = new Map([
  [0x6969, "NFS"],
  [0x517b, "SMB"],
  [0xff534d42, "SMB"],
  [0xfe534d42, "SMB"],
  [0x01021997, "9P"],
  [0x65735546, "FUSE"],
  [0x5346414f, "AFS"],
  [0x00c36400, "Ceph"],
  [0x0bd00bd0, "Lustre"],
]);

/**
 * The name of the file system that a folder is on, where several machines may share it: their locks and shared memory
 * do not hold what SQLite relies on (https://www.sqlite.org/howtocorrupt.html#_filesystems_with_broken_or_missing_lock_implementations).
 */
export function findSharedFileSystem(folder: string): string | undefined {
  if (process.platform !== "linux") return undefined;
  // Some numbers use the sign of the 32 bits that the system has for them.
  return SHARED.get(statfsSync(folder).type >>> 0);
}

/** What to do about it. */
export const sharedFileSystemAdvice = (folder: string, name: string): string =>
  `${folder} is on ${name}, where SQLite databases get damaged sooner or later; move it to a local disk`;
