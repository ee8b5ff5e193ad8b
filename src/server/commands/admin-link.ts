import { createOneTimeLink } from "#server/features/users/one-time-links.service.ts";
import { hasAdmin } from "#server/features/users/users.service.ts";

import { refuseArguments } from "./arguments.ts";
import { type Command, CommandError, withApp } from "./command.ts";

export const adminLink: Command = {
  name: "admin-link",
  usage: "",
  summary: "Print a one-time link for becoming the first admin",
  run(args, terminal) {
    refuseArguments(args);
    return withApp(terminal, async (app) => {
      if (await hasAdmin(app)) {
        throw new CommandError("there is already an admin; use: stackloop user promote NAME");
      }
      const { url, expiresAt } = await createOneTimeLink(app, "setup");
      terminal.print(url);
      terminal.print(`Valid once, until ${expiresAt}.`);
    });
  },
};
