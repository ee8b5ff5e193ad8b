import { createFollow } from "#server/features/follows/follows.service.ts";
import { readFeed } from "#server/outside/feeds/feed-reader.ts";
import { type Feed } from "#server/outside/feeds/feed.ts";
import { type CreatedFollow, newFollowSchema } from "#shared/follows.ts";

import type { Person } from "./people.ts";
import type { TestApp } from "./test-app.ts";

/** Follows a view for a person. */
export const follow = (
  app: TestApp,
  { user }: Person,
  section: string,
  filter: object = {},
): Promise<CreatedFollow> => createFollow(app, user, newFollowSchema.parse({ view: { section, filter } }));

/** Reads a feed like StackLoop reads other feeds. */
export async function readAsFeed(app: TestApp, url: string): Promise<Feed> {
  const response = await fetch(url);
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  return readFeed({ bytes, contentType: response.headers.get("content-type"), url, now: app.now() });
}

/** The titles of a feed's entries in order, the same in both formats. */
export async function titlesOf(app: TestApp, { atomUrl, jsonUrl }: CreatedFollow): Promise<string[]> {
  const [atom, json] = [await readAsFeed(app, atomUrl), await readAsFeed(app, jsonUrl)];
  const titles = atom.items.map(({ title }) => title);
  if (json.items.map(({ title }) => title).join("\n") !== titles.join("\n"))
    throw new Error("formats differ");
  return titles;
}
