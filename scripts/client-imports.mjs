import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const IMPORT = /(?:^|\s)(?:from|import)\s*\(?"((?:@[\w.-]+\/)?[\w.-]+)[^"]*"/gm;

/** The packages that become part of the client: those that its sources and the shared ones import. */
export function importsOfClient() {
  const files = ["src/client", "src/shared"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  );
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
  const names = sources.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(IMPORT)].map(([, name]) => name ?? ""),
  );
  return [...new Set(names)].filter((name) => !name.startsWith(".")).toSorted();
}
