/** Packages that are part of the built program, from the lock file, with their licences. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { root } from "../runtime.mjs";

/** An entry of `package-lock.json`. */
interface LockedPackage {
  /** The package's real name, if it is installed under an alias. */
  name?: string;
  version: string;
  license?: string;
  integrity?: string;
  resolved?: string;
  hasInstallScript?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

/** Packages of a lock file by path. The project's own path is empty. */
export type Lock = Readonly<Record<string, LockedPackage>>;

interface ShippedPackage {
  name: string;
  version: string;
  /** SPDX expression. */
  license: string;
  integrity: string | undefined;
  /** Folder of the package, relative to the project. */
  folder: string;
}

/** Matches packages that only the compiler uses. */
const TYPES = /^(?:typescript|@typescript\/.*|@types\/.*)$/u;
const COPYRIGHT = /^\W*copyright\b.*\d{4}.*$/iu;

const readJson = (file: string) => JSON.parse(readFileSync(join(root, file), "utf8"));

/** Returns the direct dependencies of the program, each with its reason. */
export const readReasons = (): Readonly<Record<"server" | "client", Record<string, string>>> =>
  readJson("scripts/runtime-packages.json");

export const nameAt = (lock: Lock, path: string): string =>
  lock[path]?.name ?? path.replace(/^.*node_modules\//u, "");

/** Returns the path at which Node resolves a package name: in the package's own folder, or in a folder above. */
function resolve(lock: Lock, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.replace(/(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+$/u, "")) {
    const path = `${folder}${folder && "/"}node_modules/${name}`;
    if (lock[path]) return path;
    if (folder === "") return undefined;
  }
}

/** Returns all packages that the server or the client contains, sorted by name. */
export function shippedPackages(lock: Lock = readJson("package-lock.json").packages): ShippedPackage[] {
  const { server, client } = readReasons();
  const paths = new Set<string>();
  const add = (from: string, names: object) => {
    for (const name of Object.keys(names)) {
      const path = resolve(lock, from, name);
      if (path === undefined || paths.has(path)) continue;
      paths.add(path);
      const { dependencies, optionalDependencies, peerDependencies } = lock[path] ?? {};
      add(path, { ...dependencies, ...optionalDependencies, ...peerDependencies });
    }
  };
  add("", { ...server, ...client });
  const byVersion = new Map<string, ShippedPackage>();
  for (const folder of paths) {
    const name = nameAt(lock, folder);
    const { version = "", license = "UNKNOWN", integrity } = lock[folder] ?? {};
    if (!TYPES.test(name)) byVersion.set(`${name} ${version}`, { name, version, license, integrity, folder });
  }
  return [...byVersion].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, shipped]) => shipped);
}

function licenseTextOf({ folder }: ShippedPackage): string {
  const path = join(root, folder);
  const name = existsSync(path) ? readdirSync(path).find((file) => /^licen[cs]e/iu.test(file)) : undefined;
  return name === undefined ? "" : readFileSync(join(path, name), "utf8").replaceAll("\r", "").trim();
}

/** True for a full licence. Node.js adds a list of the licences of its parts, which is longer. */
const isFullText = (text: string): boolean => text.length > 500 && text.length < 20_000;

const copyrightsOf = (text: string): string[] =>
  text
    .split("\n")
    .filter((line) => COPYRIGHT.test(line) && !line.includes("[yyyy]"))
    .slice(0, 3)
    .map((line) => line.trim());

/** Returns the section about packages in NOTICE: each package with its copyright, and each licence once. */
export function packageNotices(): string {
  const all = shippedPackages().map((shipped) => ({ ...shipped, text: licenseTextOf(shipped) }));
  const lines = all.map(({ name, version, license, text }) =>
    [`- ${name} ${version}, ${license}`, ...(isFullText(text) ? copyrightsOf(text) : [])].join("\n    "),
  );
  const texts = [...Map.groupBy(all, ({ license }) => license)].flatMap(([license, of]) => {
    const example = of.find(({ text }) => isFullText(text))?.text.split("\n") ?? [];
    const text = example.filter((line) => !COPYRIGHT.test(line) || line.includes("[yyyy]"));
    return [`${license}\n${"~".repeat(license.length)}\n\n${text.join("\n").trim()}`];
  });
  return [...lines, "", ...texts.flatMap((text) => [text, ""])].join("\n");
}
