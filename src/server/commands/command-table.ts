import { adminLink } from "./admin-link.ts";
import { backup } from "./backup.ts";
import type { Command } from "./command.ts";
import { demo } from "./demo.ts";
import { doctor } from "./doctor.ts";
import { exportCommand } from "./export.ts";
import { fetchCommand } from "./fetch.ts";
import { importCommand } from "./import.ts";
import { migrate } from "./migrate.ts";
import { restore } from "./restore.ts";
import { serve } from "./serve.ts";
import { user } from "./user.ts";

/** Every command of `stackloop`; the first is the one that runs when none is named. */
export const commands: readonly Command[] = [
  serve,
  migrate,
  backup,
  restore,
  doctor,
  user,
  adminLink,
  importCommand,
  exportCommand,
  fetchCommand,
  demo,
];
