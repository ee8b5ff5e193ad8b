import { save } from "#server/features/save/save.service.ts";
import { getUserByName } from "#server/features/users/users.service.ts";
import { SAVE_TARGETS } from "#shared/save/save-targets.ts";
import { saveRequestSchema } from "#shared/save/save.ts";

import { findFirstAdmin } from "./import.ts";
import { defineCommand, UsageError } from "./terminal/command.ts";
import { withApp } from "./with-app.ts";

export const saveCommand = defineCommand({
  name: "save",
  summary: "Save an address where it belongs",
  details: [
    "Reads the page, and adds a paper, tool, release note, article, prompt or reading. An existing item is reported.",
    `Targets: ${SAVE_TARGETS.join(", ")}`,
  ],
  args: { ADDRESS: { about: "a web address, an arXiv id, a DOI or an ISBN" } },
  options: {
    to: { value: "TARGET", about: "the target; by default, the one that fits the page" },
    note: { value: "TEXT", about: "a note, which becomes the first comment" },
    title: { value: "TEXT", about: "the title, if the page can't be read" },
    user: { value: "NAME", about: "owner of the saved item; by default, the first administrator" },
  },
  json: "ref, title, path, target, isNew and isRead",
  example: "save https://arxiv.org/abs/2210.03629",
  run: ({ args: { ADDRESS: url }, options: { to, note, title, user } }, terminal) => {
    const request = saveRequestSchema.safeParse({ url, note, title, target: to });
    if (!request.success) {
      const [issue] = request.error.issues;
      const isTarget = issue?.path[0] === "target";
      throw new UsageError(
        isTarget ? `--to must be one of ${SAVE_TARGETS.join(", ")}` : (issue?.message ?? ""),
      );
    }
    return withApp(terminal, async (app) => {
      const owner = user === undefined ? await findFirstAdmin(app) : await getUserByName(app, user);
      const saved = await save(app, owner, request.data);
      const outcome = saved.isNew ? "Saved" : "Already here";
      terminal.report(saved, [`${outcome}: ${saved.title}`, `${app.publicUrl}${saved.path}`]);
    });
  },
});
