import { statfsSync } from "node:fs";

/** Shared file systems by their Linux numbers (https://man7.org/linux/man-pages/man2/statfs.2.html). */
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
 * Returns the file system name of a folder if several machines may share it. Such locks and shared memory are
 * unreliable for SQLite
 * (https://www.sqlite.org/howtocorrupt.html#_filesystems_with_broken_or_missing_lock_implementations).
 */
export function findSharedFileSystem(folder: string): string | undefined {
  if (process.platform !== "linux") return undefined;
  // Numbers above 31 bits arrive negative.
  return SHARED.get(statfsSync(folder).type >>> 0);
}

/** Returns advice about a shared file system. */
export const sharedFileSystemAdvice = (folder: string, name: string): string =>
  `${folder} is on ${name}, where SQLite databases get damaged sooner or later; move it to a local disk`;
