/**
 * What a lock file says of a package.
 * @typedef {object} LockedPackage
 * @property {string} [name] What it really is, where it stands under another name.
 * @property {string} [resolved]
 * @property {boolean} [hasInstallScript]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [optionalDependencies]
 * @property {Record<string, string>} [peerDependencies]
 * @typedef {Record<string, LockedPackage>} Lock By path; that of the project itself is empty.
 */

/**
 * The name of the package at a path.
 * @param {Lock} lock
 * @param {string} path
 */
const nameAt = (lock, path) => lock[path]?.name ?? path.replace(/^.*node_modules\//, "");

/**
 * The names of all packages.
 * @param {Lock} lock
 */
export const namesIn = (lock) =>
  Object.keys(lock)
    .filter((path) => path !== "")
    .map((path) => nameAt(lock, path));

/**
 * The path of what a package gets when it asks for a name: its own, or that of a folder above it.
 * @param {Lock} lock
 * @param {string} from
 * @param {string} name
 * @returns {string | undefined}
 */
function resolve(lock, from, name) {
  for (let folder = from; ; folder = folder.replace(/(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+$/, "")) {
    const path = `${folder}${folder && "/"}node_modules/${name}`;
    if (lock[path]) return path;
    if (folder === "") return undefined;
  }
}

/**
 * The paths of all that a package brings, itself included.
 * @param {Lock} lock
 * @param {string | undefined} path
 */
function reach(lock, path, found = new Set()) {
  if (path === undefined || found.has(path)) return found;
  found.add(path);
  const { dependencies, optionalDependencies, peerDependencies } = lock[path] ?? {};
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
    reach(lock, resolve(lock, path, name), found);
  }
  return found;
}

/**
 * The packages that these direct ones bring, each with the names of those that bring it.
 * @param {Lock} lock
 * @param {string[]} direct
 * @returns {Record<string, string>}
 */
export function listBrought(lock, direct) {
  /** @type {Map<string, Set<string>>} */
  const bringers = new Map();
  for (const bringer of direct.toSorted()) {
    for (const path of reach(lock, resolve(lock, "", bringer))) {
      const name = nameAt(lock, path);
      if (direct.includes(name)) continue;
      bringers.set(name, (bringers.get(name) ?? new Set()).add(bringer));
    }
  }
  const rows = [...bringers].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(rows.map(([name, by]) => [name, [...by].join(", ")]));
}
