import { readdirSync } from "node:fs";
import { join } from "node:path";

/** The paths of what is in a folder; nothing where it is missing or can't be read. */
export function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder).map((entry) => join(folder, entry));
  } catch {
    return [];
  }
}
