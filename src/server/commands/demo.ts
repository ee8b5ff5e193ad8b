import { randomBytes } from "node:crypto";

import type { App } from "#server/app.ts";
import { importStarterTools } from "#server/features/imports/import.service.ts";
import { editTool, listTools } from "#server/features/tools/tools.service.ts";
import { createUser, listUsers } from "#server/features/users/users.service.ts";
import type { User } from "#shared/users.ts";

import { type Command, CommandError, refuseArguments, withApp } from "./command.ts";
import { DEMO_NOTES, addSampleContent } from "./demo-content.ts";

const DAY_MS = 24 * 3_600_000;

export const demo: Command = {
  name: "demo",
  usage: "",
  summary: "Fill an empty database with well-known AI tools and sample content",
  details: [
    "Creates an administrator named demo and prints the password. Works only without users and tools.",
  ],
  async run(args, terminal) {
    refuseArguments(args);
    await withApp(terminal, async (app) => {
      await refuseUnlessEmpty(app);
      const password = randomBytes(9).toString("base64url");
      const admin = await createUser(app, {
        username: "demo",
        password,
        role: "admin",
        firstName: "Demo",
        lastName: "Admin",
      });
      // Some weeks old, so that those with notes are the recent ones.
      const { created } = await importStarterTools(dated(app, 30), admin);
      await addNotes(app, admin);
      await addSampleContent(app, admin);
      terminal.print(`Added ${created} tools.`);
      terminal.print(`Sign in at ${app.publicUrl} as demo with the password ${password}`);
    });
  },
};

async function refuseUnlessEmpty(app: App): Promise<void> {
  const [users, tools] = [await listUsers(app, { limit: 1 }), await listTools(app, { limit: 1 })];
  if (users.items.length + tools.items.length > 0) {
    throw new CommandError("the database already has users or tools; demo needs an empty one");
  }
}

const dated = (app: App, days: number): App => ({
  ...app,
  now: () => new Date(app.now().getTime() - days * DAY_MS),
});

async function addNotes(app: App, by: User): Promise<void> {
  const { items } = await listTools(app, {});
  for (const [index, { name, notes, changelog }] of DEMO_NOTES.entries()) {
    const tool = items.find((candidate) => candidate.name === name);
    const releaseNotes = changelog === undefined ? [] : [{ date: "Changelog", url: changelog }];
    if (tool) await editTool(dated(app, index), by, { id: tool.id, notes, releaseNotes });
  }
}
