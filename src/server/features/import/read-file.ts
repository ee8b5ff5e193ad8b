import papaparse from "papaparse";

import { type FileReading, readRows } from "#shared/import-file.ts";
import type { ImportFormat } from "#shared/import-request.ts";

/** The rows of a file, or a sentence that says why it cannot be read. */
export const readFile = (format: ImportFormat, content: string): FileReading =>
  readRows(format, content, papaparse.parse);
