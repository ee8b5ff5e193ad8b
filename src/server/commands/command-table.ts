import { ask } from "./ask.ts";
import { brief } from "./brief.ts";
import { copy } from "./copy.ts";
import { backup, check, migrate, restore } from "./database.ts";
import { demo } from "./demo/demo.ts";
import { doctor, health } from "./doctor.ts";
import { exportCommand } from "./export.ts";
import { fetchCommand } from "./fetch.ts";
import { importCommand } from "./import.ts";
import { linkCommands } from "./links.ts";
import { saveCommand } from "./save.ts";
import { serve } from "./serve.ts";
import type { Command, CommandGroup } from "./terminal/command.ts";
import { tokenCommands } from "./token.ts";
import { adminLink, userCommands } from "./user.ts";

/** All commands of `stackloop` in help order. `serve` is the default. */
export const commandGroups: readonly CommandGroup[] = [
  { title: "Server", commands: [serve, health, doctor, demo] },
  { title: "Database", commands: [migrate, backup, check, restore, copy] },
  { title: "Users", commands: [adminLink, ...userCommands, ...tokenCommands] },
  {
    title: "Content",
    commands: [ask, saveCommand, brief, importCommand, exportCommand, fetchCommand, ...linkCommands],
  },
];

export const commands: readonly Command[] = commandGroups.flatMap((group) => group.commands);
