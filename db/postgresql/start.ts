import type { OpenDatabase, StartOptions } from "../database.ts";
import { DatabaseError } from "../errors.ts";

export const startServerDatabase = (_url: string, _options: StartOptions): Promise<OpenDatabase> =>
  Promise.reject(new DatabaseError("PostgreSQL isn't supported yet"));
