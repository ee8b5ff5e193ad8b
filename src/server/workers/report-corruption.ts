import { isDamage } from "#db/error-kinds.ts";

import type { Workers } from "./workers.ts";

/** Wraps workers whose tasks use their own database connections, to report corruption found there. */
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
