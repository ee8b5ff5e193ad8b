import { spawnSync } from "node:child_process";
import { join } from "node:path";

/** Mounts in a namespace of its own, where nobody has to be root and nothing else on the machine sees it. */
export const within = (mount: string, command: string[]) => [
  "unshare",
  "-Urm",
  "sh",
  "-c",
  `${mount} && exec "$@"`,
  "sh",
  ...command,
];

/** Whether this machine lets people mount disks of their own. */
export const canMountDisks =
  process.platform === "linux" &&
  spawnSync("unshare", ["-Urm", "sh", "-c", "mount -t tmpfs stackloop /tmp"]).status === 0;

/** Starts a command with a disk of that many megabytes in the place of a folder, usually `data`. */
export const onDiskOf =
  (megabytes: number, folder = "data") =>
  (command: string[]) =>
    within(`mkdir -p ${folder} && mount -t tmpfs -o size=${megabytes}m stackloop ${folder}`, command);

/** Starts a command to which the folder `data`, as it is, is a disk that cannot be written to. */
export const onReadOnlyDisk = (command: string[]) =>
  within("mount --bind data data && mount -o remount,bind,ro data", command);

/** Where a file in the folder `data` of such a command is found from outside. */
export const pathOnDiskOf = (pid: number, folder: string, file: string) =>
  join(`/proc/${pid}/root`, folder, "data", file);
