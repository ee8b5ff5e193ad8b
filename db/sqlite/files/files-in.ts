import { readdirSync } from "node:fs";
import { join } from "node:path";

/** Returns the paths of a folder's entries; none if it is missing or unreadable. */
export function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder).map((entry) => join(folder, entry));
  } catch {
    return [];
  }
}
