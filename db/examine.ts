import { databaseFileOf, isFileUrl } from "./database-url.ts";
import type { Examination, ExaminationOptions } from "./examination.ts";
import { examineFile } from "./sqlite/files/examine-file.ts";

/** Examines a database without changing it. Problems are returned as findings, not thrown. */
export async function examineDatabase(url: string, options: ExaminationOptions): Promise<Examination> {
  if (isFileUrl(url)) return examineFile(databaseFileOf(url), options);
  const { examineServerDatabase } = await import("./postgresql/examine.ts");
  return examineServerDatabase(url, options);
}
