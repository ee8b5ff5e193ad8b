import { createStackloopClient } from "#client/api/stackloop-client.ts";
import type { Server } from "#tests/support/built/processes.ts";
import { signIn } from "#tests/support/built/product.ts";
import { pngImage } from "#tests/support/images.ts";

/** Credentials for the filled database, which stores only their hashes. */
export interface Secrets {
  /** An API token of ada's that can read and never expires. */
  token: string;
  /** A private address of a feed, as a path. */
  feed: string;
}

type Client = ReturnType<typeof createStackloopClient>;

/** Sends an image to an upload address. Returns its URL. */
type Upload = (address: string) => Promise<string>;

/** Makes two people, ada and bob, use every feature in a server that has only papers. */
export async function fillDatabase(server: Server): Promise<Secrets> {
  const clientOf = (cookie: string) =>
    createStackloopClient({ url: server.origin, session: cookie.split("=")[1] });
  const { cookie } = await signIn(server, "ada");
  const [ada, bob] = [clientOf(cookie), clientOf((await signIn(server, "bob")).cookie)];
  await ada.account.edit.mutate({ firstName: "Ada", lastName: "Lovelace", email: "ada@example.com" });
  await addTools(ada, bob, (address) => upload(address, cookie));
  await addPrompts(ada, bob);
  await addReadings(ada, bob);
  await markNewsAndPapers(ada, bob);
  await ada.users.createInviteLink.mutate();
  await ada.assistants.saveSettings.mutate({ guidance: "Answer briefly.", servedTags: null });
  const { token } = await ada.tokens.create.mutate({ name: "Scripts", scope: "read", expiresInDays: null });
  const revoked = await bob.tokens.create.mutate({ name: "Old", scope: "write" });
  await bob.tokens.revoke.mutate({ id: revoked.id });
  const { atomUrl } = await bob.follows.create.mutate({
    view: { section: "tools", filter: { search: "orca" } },
  });
  return { token, feed: new URL(atomUrl).pathname };
}

async function addTools(ada: Client, bob: Client, uploadTo: Upload): Promise<void> {
  const { uploadURL } = await ada.uploads.createAddress.mutate({ fileExtension: "png" });
  const logoUrl = await uploadTo(uploadURL);
  const orca = await ada.tools.add.mutate({
    name: "Größe 🐳 Orca",
    company: "Far & Wide",
    url: "https://orca.example",
    modality: "text-to-text",
    industry: "general",
    logoUrl,
    use: "Long documents",
    tags: ["writing", "größe"],
    notes: "Our first choice.\n\n=1+1 is no formula.",
  });
  await bob.tools.edit.mutate({ id: orca.id, revision: orca.revision, notes: "Our second choice." });
  await bob.tools.saveReleaseNote.mutate({ id: orca.id, date: "2026-10-01", url: "https://orca.example/2" });
  await bob.tools.add.mutate({ name: "Claude", tags: [] });
  const gone = await bob.tools.add.mutate({ name: "Gone" });
  await ada.tools.remove.mutate({ id: gone.id });
  await bob.imports.tools.mutate({ format: "csv", content: "Name,URL\nImported,https://imported.example\n" });
}

async function upload(address: string, cookie: string): Promise<string> {
  const reply = await fetch(address, {
    method: "PUT",
    headers: { cookie, "content-type": "image/png" },
    body: new Uint8Array(pngImage(16, 16)),
  });
  if (!reply.ok) throw new Error(`the logo was refused: ${await reply.text()}`);
  const { path }: { path: string } = await reply.json();
  return path;
}

async function addPrompts(ada: Client, bob: Client): Promise<void> {
  const review = await ada.prompts.add.mutate({
    name: "Review a pull request",
    prompt: "You review {{language:TypeScript}}. Bugs first.\n\n{{diff}}",
    purpose: "A first look",
    modality: "code-generation",
    industry: "technology",
    tags: ["code", "review"],
    promptAuthor: "Ada",
  });
  await bob.prompts.edit.mutate({
    id: review.id,
    revision: review.revision,
    prompt: "Bugs first.\n\n{{diff}}",
  });
  await ada.assistants.setSkill.mutate({ id: review.id, isSkill: true });
  const gone = await bob.prompts.add.mutate({ name: "Gone", prompt: "Say nothing." });
  await bob.prompts.remove.mutate({ id: gone.id });
}

async function addReadings(ada: Client, bob: Client): Promise<void> {
  const { id: readingId, revision } = await ada.readings.add.mutate({
    title: "Gödel, Escher, Bach",
    author: "Douglas Hofstadter",
    year: 1979,
    topic: "Foundations",
    tags: ["classic"],
  });
  await ada.readings.edit.mutate({ id: readingId, revision, notes: "Begin with the dialogues." });
  const { id: parentId } = await bob.comments.add.mutate({ readingId, content: "Strange loops" });
  const reply = await ada.comments.add.mutate({ readingId, parentId, content: "Indeed" });
  await ada.comments.edit.mutate({ id: reply.id, content: "Indeed, *indeed*" });
  await bob.comments.add.mutate({ readingId, parentId: reply.id, content: "A third, within the second" });
  const gone = await bob.comments.add.mutate({ readingId, content: "Never mind" });
  await bob.comments.remove.mutate({ id: gone.id });
  await ada.readings.markSeen.mutate({ id: readingId });
}

async function markNewsAndPapers(ada: Client, bob: Client): Promise<void> {
  const { items: papers } = await ada.papers.list.query({});
  const [first, second] = papers;
  const { items: tools } = await ada.tools.list.query({});
  const claude = tools.find(({ name }) => name === "Claude");
  if (!first || !second || !claude) throw new Error("papers or tools are missing");
  await ada.papers.summarize.mutate({ id: first.id });
  await ada.papers.mark.mutate({ id: first.id, isStarred: true });
  await bob.papers.mark.mutate({ id: second.id, isHidden: true });
  // The bundled feeds are on the internet. They are removed, and restored without articles.
  for (const { id } of await ada.feeds.list.query()) await ada.feeds.remove.mutate({ id });
  await ada.news.fetchForTool.mutate({ id: claude.id });
  await ada.feeds.restoreStarter.mutate();
  const [article] = (await ada.news.list.query({})).items;
  if (!article) throw new Error("there is no news");
  await ada.news.mark.mutate({ id: article.id, isStarred: true, isRead: true });
}
