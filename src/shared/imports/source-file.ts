/** A file that was chosen, dropped or unpacked. */
export interface SourceFile {
  /** With its folders, as far as they are known, parted by slashes. */
  path: string;
  text: string;
}

// Names that say what kind of file it is, and nothing of what is in it: its folder has the name.
const GENERIC_NAME =
  /^(?:index|prompts?|system|system[-_ ]prompts?|skill|agents?|readme|main|content|template|character|card|\d+)$/iu;
// Folders that say the same of what is in them.
const GENERIC_FOLDER =
  /^(?:prompts?|src|docs?|data|content|files|patterns|templates|collections?|library|[a-z]{2}(?:-[a-z]{2})?|main|master)$/iu;
const ABOUT_THE_PROJECT =
  /^(?:readme|license|licence|copying|notice|contributing|changelog|changes|code[-_]of[-_]conduct|security|authors|support|governance|pull_request_template)\b/iu;
const NEVER_READ = /^(?:\.git|node_modules|__MACOSX)$/u;

const partsOf = (path: string): string[] =>
  path.split(/[\\/]+/u).filter((part) => part !== "" && part !== ".");

/** The name that a file gives to what is in it: its own without extensions, or its folder's where its own says nothing. */
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

/** How many of their outermost folders all these paths share. */
export function sharedDepth(paths: readonly string[]): number {
  const [first = [], ...rest] = paths.map((path) => partsOf(path).slice(0, -1));
  const differing = first.findIndex((folder, depth) => rest.some((folders) => folders[depth] !== folder));
  return differing === -1 ? first.length : differing;
}

/** The folders of a file below the first `depth` that say something of what is in it, the outermost first. */
export function foldersOf(path: string, depth: number): string[] {
  const parts = partsOf(path);
  const isNamedByFolder = GENERIC_NAME.test((parts.at(-1) ?? "").replace(/\..*$/u, ""));
  return parts.slice(depth, isNamedByFolder ? -2 : -1).filter((folder) => !GENERIC_FOLDER.test(folder));
}

/** Whether a file tells of the collection and not of one thing in it, such as README.md. */
export const isAboutTheProject = (path: string): boolean =>
  ABOUT_THE_PROJECT.test(partsOf(path).at(-1) ?? "");

/** Whether a file's place says that it is none that people have written: a hidden one, or a program's. */
export const isHiddenPath = (path: string): boolean => {
  const parts = partsOf(path);
  return parts.some((part) => NEVER_READ.test(part)) || (parts.at(-1) ?? "").startsWith(".");
};
