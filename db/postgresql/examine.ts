import { DatabaseError } from "../errors.ts";
import type { Examination } from "../examination.ts";

export const examineServerDatabase = (_url: string, _options: object): Promise<Examination> =>
  Promise.reject(new DatabaseError("PostgreSQL isn't supported yet"));
