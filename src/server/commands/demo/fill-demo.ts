import { randomBytes } from "node:crypto";

import type { App } from "#server/app.ts";
import { recordVisit } from "#server/features/events/since.service.ts";
import { importStarterTools } from "#server/features/imports/import.service.ts";
import { editTool, listTools } from "#server/features/tools/tools.service.ts";
import { DEMO_ACCOUNTS } from "#server/features/users/auth.service.ts";
import { createUser } from "#server/features/users/users.service.ts";
import { readEverything } from "#server/kernel/links/link-reading.service.ts";
import type { User } from "#shared/accounts/users.ts";

import {
  addNewsAndPapers,
  addPrompts,
  addReadings,
  decideOnTools,
  DEMO_NOTES,
  discuss,
} from "./demo-content.ts";

const DAY_MS = 24 * 3_600_000;
/** Days since the demo user's last visit, so that Home shows activity. */
const LAST_LOOK_DAYS = 6;

/** Days since the sample prompts were added, before all comments. */
const PROMPTS_DAYS = 0.4;

/** Adds accounts, tools and sample content to an empty database. Returns the administrator's password. */
export async function fillDemo(app: App): Promise<{ tools: number; password: string }> {
  const password = newPassword();
  const admin = await createUser(app, {
    username: DEMO_ACCOUNTS.admin,
    password,
    role: "admin",
    firstName: "Demo",
    lastName: "Admin",
  });
  const [sam, noor] = [await addColleague(app, "Sam", "Rivera"), await addColleague(app, "Noor", "Haddad")];
  // Half a year old, so that only tools with notes are recent, and verdicts have a history.
  const { created } = await importStarterTools(dated(app, 180), admin);
  const { items } = await listTools(app, {});
  await decideOnTools((days) => dated(app, days), items, [sam, noor]);
  const discussions = await addReadings(dated(app, 7), admin);
  await lookAround(dated(app, LAST_LOOK_DAYS), admin);
  // Events must be added in order of time.
  await addNotes(dated(app, PROMPTS_DAYS), [sam, noor]);
  await addPrompts(dated(app, PROMPTS_DAYS), items, [admin, sam, noor]);
  const ago = (days: number) => dated(app, days);
  const onPapers = await addNewsAndPapers(app, ago, sam);
  await discuss(ago, [...discussions, ...onPapers], [sam, noor, admin]);
  await decideOnTools(ago, items, [sam, noor], discussions);
  await readEverything(app, new AbortController().signal);
  return { tools: created, password };
}

const newPassword = () => randomBytes(9).toString("base64url");

/** Adds a colleague whose activity is shown on Home. Nobody knows their password. */
const addColleague = (app: App, firstName: string, lastName: string): Promise<User> =>
  createUser(app, {
    username: firstName.toLowerCase(),
    password: newPassword(),
    role: "user",
    firstName,
    lastName,
  });

/** Records a user's visits to Home and the libraries. */
async function lookAround(app: App, user: User): Promise<void> {
  for (const place of ["home", "tool", "prompt", "reading"] as const) await recordVisit(app, user, { place });
}

const dated = (app: App, days: number): App => ({
  ...app,
  now: () => new Date(app.now().getTime() - days * DAY_MS),
});

async function addNotes(app: App, people: readonly User[]): Promise<void> {
  const { items } = await listTools(app, {});
  for (const [index, { name, notes, changelog }] of [...DEMO_NOTES.entries()].toReversed()) {
    const tool = items.find((candidate) => candidate.name === name);
    const by = people[index % people.length];
    const releaseNotes = changelog === undefined ? [] : [{ date: "Changelog", url: changelog }];
    if (tool && by) await editTool(dated(app, index), by, { id: tool.id, notes, releaseNotes });
  }
}
