import { spawnSync } from "node:child_process";
import { join } from "node:path";

/** Mounts in its own namespace, without root and invisible to the rest of the machine. */
export const within = (mount: string, command: string[]) => [
  "unshare",
  "-Urm",
  "sh",
  "-c",
  `${mount} && exec "$@"`,
  "sh",
  ...command,
];

/** True if this machine allows users to mount disks. */
export const canMountDisks =
  process.platform === "linux" &&
  spawnSync("unshare", ["-Urm", "sh", "-c", "mount -t tmpfs stackloop /tmp"]).status === 0;

/** Starts a command with a disk of this many megabytes in place of a folder, usually `data`. */
export const onDiskOf =
  (megabytes: number, folder = "data") =>
  (command: string[]) =>
    within(`mkdir -p ${folder} && mount -t tmpfs -o size=${megabytes}m stackloop ${folder}`, command);

/** Starts a command with the folder `data` as a read-only disk. */
export const onReadOnlyDisk = (command: string[]) =>
  within("mount --bind data data && mount -o remount,bind,ro data", command);

/** The outside path of a file in such a command's folder `data`. */
export const pathOnDiskOf = (pid: number, folder: string, file: string) =>
  join(`/proc/${pid}/root`, folder, "data", file);
