import { isDamage } from "#db/error-kinds.ts";

import type { Workers } from "./workers.ts";

/** Workers whose tasks read the database by connections of their own, so that damage they meet is told here. */
export const reportCorruption = (workers: Workers, tell: (error: unknown) => void): Workers => ({
  async run(name, input, options) {
    try {
      return await workers.run(name, input, options);
    } catch (error) {
      if (isDamage(error)) tell(error);
      throw error;
    }
  },
  stop: () => workers.stop(),
});
