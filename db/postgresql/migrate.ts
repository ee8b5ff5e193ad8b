import { DatabaseError } from "../errors.ts";
import type { Migrated } from "../migrations/index.ts";

export const migrateServerDatabase = (_url: string, _options: object): Promise<Migrated & { name: string }> =>
  Promise.reject(new DatabaseError("PostgreSQL isn't supported yet"));
