import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

import { root } from "../runtime.mjs";

/** A file that goes into the executable file. */
export interface PackedFile {
  /** Where it is to lie in the folder that the program runs from; always with `/`. */
  path: string;
  bytes: Buffer;
  isCode: boolean;
}

const dist = join(root, "dist");
const driver = join(root, "node_modules/better-sqlite3");

/** What the built program needs to run, as it lies in the clone: the same folders, beside each other. */
export function packedFiles(): PackedFile[] {
  return [
    // Maps are for those who have the sources; what V8 made of the code depends on where the code lies.
    ...folder(dist, "server", { isCode: true, isLeftOut: /\.map$|(?:^|\/)\.compile-cache\// }),
    ...folder(dist, "client", { isCode: false }),
    ...folder(dist, "brand-logos", { isCode: false }),
    packed(dist, "client-package.tgz", false),
    ...folder(driver, "lib", { isCode: true }).map(inDriver),
    ...["package.json", "LICENSE", nativePart()].map((path) => inDriver(packed(driver, path, true))),
    ...["LICENSE", "NOTICE"].map((path) => packed(root, path, false)),
    ...nodeLicence(),
  ];
}

/** Beside the programs of https://nodejs.org; systems that bring their own Node.js keep it elsewhere. */
function nodeLicence(): PackedFile[] {
  const installation = join(process.execPath, "../..");
  if (!existsSync(join(installation, "LICENSE"))) return [];
  return [{ ...packed(installation, "LICENSE", false), path: "LICENSE-nodejs" }];
}

interface Choice {
  isCode: boolean;
  isLeftOut?: RegExp;
}

function folder(parent: string, name: string, { isCode, isLeftOut }: Choice): PackedFile[] {
  return readdirSync(join(parent, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(parent.length + 1))
    .filter((path) => !isLeftOut?.test(path))
    .toSorted()
    .map((path) => packed(parent, path, isCode));
}

const packed = (parent: string, path: string, isCode: boolean): PackedFile => ({
  path,
  bytes: readFileSync(join(parent, path)),
  isCode,
});

const inDriver = (file: PackedFile): PackedFile => ({
  ...file,
  path: `node_modules/better-sqlite3/${file.path}`,
});

/** The driver's own choice among the native parts that it brings, for this machine. */
function nativePart(): string {
  const script = `process.stdout.write(require("./lib/binding.js").getPrebuildPath() ?? "")`;
  const file = execFileSync(process.execPath, ["-e", script], { cwd: driver, encoding: "utf8" });
  if (file === "")
    throw new Error(`better-sqlite3 brings no native part for ${process.platform}-${process.arch}`);
  return relative(driver, file);
}
