import Database from "better-sqlite3";
import { expect, test } from "vitest";

import { getStorageErrorKind } from "./error-kinds.ts";

test.each([
  ["SQLITE_FULL", "full"],
  ["SQLITE_IOERR_SHMSIZE", "full"],
  ["SQLITE_IOERR_WRITE", "read-only"],
  ["SQLITE_BUSY_SNAPSHOT", "busy"],
  ["SQLITE_IOERR_READ", undefined],
])("maps %s to %s for the caller", (code, fault) => {
  expect(getStorageErrorKind(new Database.SqliteError("", code))).toBe(fault);
});
