import { adminLink } from "./admin-link.ts";
import type { Command } from "./command.ts";
import { migrate } from "./migrate.ts";
import { serve } from "./serve.ts";

/** Every command of `stackloop`; the first is the one that runs when none is named. */
export const commands: readonly Command[] = [serve, migrate, adminLink];
