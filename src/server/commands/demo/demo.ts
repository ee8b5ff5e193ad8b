import type { App } from "#server/app.ts";
import { CommandError, defineCommand } from "#server/commands/terminal/command.ts";
import { tidyWhenInterrupted } from "#server/commands/terminal/terminal.ts";
import { withApp } from "#server/commands/with-app.ts";
import { listTools } from "#server/features/tools/tools.service.ts";
import { listUsers } from "#server/features/users/users.service.ts";

import { fillDemo } from "./fill-demo.ts";

export const demo = defineCommand({
  name: "demo",
  summary: "Fill an empty database with well-known AI tools and sample content",
  details: [
    "Creates an administrator named demo and prints the password. Works only without users and tools. Also creates two colleagues, sam and noor, who can't sign in. Its news and papers are invented, and their addresses lead nowhere.",
  ],
  options: {
    serve: {
      about:
        "serve a demo like DEMO=on, where everyone signs in with one click; without DATABASE_URL, in a temporary database",
    },
  },
  json: "tools (how many), url, username, password",
  isLong: true,
  example: "demo --serve",
  async run({ options }, terminal) {
    if (options.serve) {
      const { serveLocalDemo } = await import("./serve-demo.ts");
      return serveLocalDemo(terminal);
    }
    return withApp(terminal, async (app) => {
      await refuseUnlessEmpty(app);
      const telling = Promise.withResolvers<void>();
      // This takes a second or two. A partial result would block another attempt, as would a full one without the
      // password. So Ctrl-C waits until both exist.
      await tidyWhenInterrupted(
        () => telling.promise,
        async () => {
          try {
            const { tools, password } = await terminal.progress.during(
              "Adding tools and sample content",
              () => fillDemo(app),
            );
            terminal.report({ tools, url: app.publicUrl, username: "demo", password }, [
              `Added ${tools} tools.`,
              `Sign in at ${app.publicUrl} as demo with the password ${password}`,
            ]);
          } finally {
            telling.resolve();
          }
        },
      );
    });
  },
});

async function refuseUnlessEmpty(app: App): Promise<void> {
  const [users, tools] = [await listUsers(app, { limit: 1 }), await listTools(app, { limit: 1 })];
  if (users.items.length + tools.items.length > 0) {
    throw new CommandError("the database already has users or tools; demo needs an empty one");
  }
}
