/** File that was chosen, dropped or unpacked. */
export interface SourceFile {
  /** Path with its folders, if known, separated by slashes. */
  path: string;
  text: string;
}

/** Extensions of the files in which editors look for rules, such as `.cursorrules`. */
export const EDITOR_RULES: readonly string[] = ["cursorrules", "windsurfrules", "clinerules", "roorules"];

// File names that describe the kind of file rather than its content. The name is then the folder's.
const GENERIC_NAME = new RegExp(
  String.raw`^(?:index|prompts?|system|system[-_ ]prompts?|skill|agents?|readme|main|content|template|character|card|\.(?:${EDITOR_RULES.join("|")})|\d+)$`,
  "iu",
);
// Folder names that describe only the kind of content.
const GENERIC_FOLDER =
  /^(?:prompts?|src|docs?|data|content|files|patterns|templates|collections?|library|[a-z]{2}(?:-[a-z]{2})?|main|master)$/iu;
const PROJECT_DOCUMENT =
  /^(?:readme|license|licence|copying|notice|contributing|changelog|changes|code[-_]of[-_]conduct|security|authors|support|governance|pull_request_template)\b/iu;
const SKIPPED_FOLDER = /^(?:\.git|node_modules|__MACOSX)$/u;

const partsOf = (path: string): string[] =>
  path.split(/[\\/]+/u).filter((part) => part !== "" && part !== ".");

/** Returns a name for a file's content: the file name without extensions, or the folder's if that is generic. */
export function fileNameOf(path: string): { name: string; extension: string } {
  const parts = partsOf(path);
  const file = parts.at(-1) ?? "";
  const extension = /\.([^.]+)$/u.exec(file)?.[1]?.toLowerCase() ?? "";
  const base = file.replace(/(?:\.(?:prompt|system|chatmode|instructions|agent))?\.[^.]+$/iu, "") || file;
  const folder = parts.at(-2);
  const name =
    GENERIC_NAME.test(base) && folder !== undefined && !GENERIC_FOLDER.test(folder) ? folder : base;
  return { name: name.replaceAll(/[_-]+/gu, " ").trim() || base, extension };
}

/** Counts the outermost folders shared by all these paths. */
export function sharedDepth(paths: readonly string[]): number {
  const [first = [], ...rest] = paths.map((path) => partsOf(path).slice(0, -1));
  const firstDifference = first.findIndex((folder, depth) =>
    rest.some((folders) => folders[depth] !== folder),
  );
  return firstDifference === -1 ? first.length : firstDifference;
}

/** Returns the meaningful folders of a file below the first `depth`, outermost first. */
export function foldersOf(path: string, depth: number): string[] {
  const parts = partsOf(path);
  const isNamedByFolder = GENERIC_NAME.test((parts.at(-1) ?? "").replace(/\..*$/u, ""));
  return parts.slice(depth, isNamedByFolder ? -2 : -1).filter((folder) => !GENERIC_FOLDER.test(folder));
}

/** True if a file describes the collection rather than an item in it, such as README.md. */
export const isProjectDocument = (path: string): boolean => PROJECT_DOCUMENT.test(partsOf(path).at(-1) ?? "");

/** True for hidden and system files, which are skipped, except for an editor's rules such as `.cursorrules`. */
export const isHiddenPath = (path: string): boolean => {
  const parts = partsOf(path);
  const name = parts.at(-1) ?? "";
  const isHidden = name.startsWith(".") && !EDITOR_RULES.includes(name.slice(1));
  return isHidden || parts.some((part) => SKIPPED_FOLDER.test(part));
};
