import type { Command } from "./command.ts";
import { backup, check, migrate, restore } from "./database.ts";
import { demo } from "./demo.ts";
import { doctor } from "./doctor.ts";
import { exportCommand } from "./export.ts";
import { fetchCommand } from "./fetch.ts";
import { importCommand } from "./import.ts";
import { serve } from "./serve.ts";
import { adminLink, user } from "./user.ts";

/** Every command of `stackloop`; the first is the one that runs when none is named. */
export const commands: readonly Command[] = [
  serve,
  migrate,
  backup,
  check,
  restore,
  doctor,
  user,
  adminLink,
  importCommand,
  exportCommand,
  fetchCommand,
  demo,
];
