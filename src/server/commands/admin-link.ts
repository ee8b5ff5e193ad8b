import { createOneTimeLink } from "#server/features/users/one-time-links.service.ts";
import { hasAdmin } from "#server/features/users/users.service.ts";

import { refuseArguments } from "./arguments.ts";
import { type Command, CommandError, withApp } from "./command.ts";

export const adminLink: Command = {
  name: "admin-link",
  usage: "",
  summary: "Print a one-time link that makes its user the first admin",
  run(args, terminal) {
    refuseArguments(args);
    return withApp(terminal, async (app) => {
      if (await hasAdmin(app)) {
        throw new CommandError("there is an admin already; use: stackloop user promote NAME");
      }
      const { url, expiresAt } = await createOneTimeLink(app, "setup");
      terminal.print(url);
      terminal.print(`Good until ${expiresAt}, once.`);
    });
  },
};
