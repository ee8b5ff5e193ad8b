/** Packages that are part of the built program, from the lock file, with their licences. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { root } from "../runtime.mjs";

interface LockedPackage {
  name?: string;
  version: string;
  license?: string;
  integrity?: string;
}

export interface ShippedPackage {
  name: string;
  version: string;
  /** SPDX expression. */
  license: string;
  integrity: string | undefined;
  /** Folder of the package, relative to the project. */
  folder: string;
}

/** Packages for the compiler alone. */
const TYPES = /^(?:typescript|@typescript\/.*|@types\/.*)$/u;
const COPYRIGHT = /^\W*copyright\b.*\d{4}.*$/iu;

const readJson = (file: string) => JSON.parse(readFileSync(join(root, file), "utf8"));

/** Returns all packages that the server or the client contains, in the order of their names. */
export function shippedPackages(): ShippedPackage[] {
  const packages: Record<string, LockedPackage> = readJson("package-lock.json").packages;
  const {
    server,
    client,
    broughtBy,
  }: Record<string, Record<string, string>> = readJson("scripts/runtime-packages.json");
  const wanted = new Set(Object.keys({ ...server, ...client, ...broughtBy }));
  const found = Object.entries(packages).flatMap(([folder, { name, version, license, integrity }]) => {
    const own = name ?? folder.replace(/^.*node_modules\//u, "");
    return !wanted.has(own) || TYPES.test(own)
      ? []
      : [{ name: own, version, license: license ?? "UNKNOWN", integrity, folder }];
  });
  const byVersion = new Map(found.map((one) => [`${one.name} ${one.version}`, one]));
  return [...byVersion].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, shipped]) => shipped);
}

function licenseTextOf({ folder }: ShippedPackage): string {
  const path = join(root, folder);
  const name = existsSync(path) ? readdirSync(path).find((file) => /^licen[cs]e/iu.test(file)) : undefined;
  return name === undefined ? "" : readFileSync(join(path, name), "utf8").replaceAll("\r", "").trim();
}

/** The licence in full. Lists of a package's own parts, as Node.js has one, are longer. */
const isFullText = (text: string): boolean => text.length > 500 && text.length < 20_000;

const copyrightsOf = (text: string): string[] =>
  text
    .split("\n")
    .filter((line) => COPYRIGHT.test(line) && !line.includes("[yyyy]"))
    .slice(0, 3)
    .map((line) => line.trim());

/** Returns the section about packages of the file NOTICE: each with its copyright, and each licence once. */
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
