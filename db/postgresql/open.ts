import type { Db } from "../database.ts";
import { DatabaseError } from "../errors.ts";

const notYet = () => new DatabaseError("PostgreSQL isn't supported yet");

export const openServerForReading = (_url: string): Promise<Db> => Promise.reject(notYet());

export const readServerDatabase = <Result>(
  _url: string,
  _read: (db: Db) => Promise<Result>,
): Promise<Result> => Promise.reject(notYet());
