import { storeNews } from "#server/features/news/news-store.service.ts";
import { addTool } from "#server/features/tools/tools.service.ts";
import { OutboundError } from "#server/outside/http/http-client.ts";
import type { FoundArticle } from "#server/outside/news/news-source.ts";
import type { Article } from "#shared/news/news.ts";
import { newToolSchema, type Tool } from "#shared/tools/tools.ts";

import { buildFoundArticle } from "./found.ts";
import { buildPerson, type Person } from "./people.ts";
import { type Reply, restClient } from "./rest-client.ts";
import { type TestApp, testServer } from "./test-app.ts";

/** A running product with two people and one tool with news. */
export interface Newsroom {
  app: TestApp;
  ada: Person;
  grace: Person;
  claude: Tool;
  call(person: Person, method: string, path: string, body?: unknown): Promise<Reply>;
  list(): Promise<Article[]>;
  /** Stores articles as if a source had found them for Claude. */
  publish(...articles: FoundArticle[]): Promise<number>;
}

export async function newsroom(environment: Record<string, string> = {}): Promise<Newsroom> {
  const { app, origin } = await testServer(environment);
  const ada = await buildPerson(app, "ada");
  const grace = await buildPerson(app, "grace", "admin");
  const claude = await addTool(app, ada.user, newToolSchema.parse({ name: "Claude", company: "Anthropic" }));
  const call: Newsroom["call"] = ({ cookie }, method, path, body) =>
    restClient(origin).call(method, path, body, { cookie, "content-type": "application/json" });
  return {
    app,
    ada,
    grace,
    claude,
    call,
    list: async () => (await call(ada, "GET", "/api/news")).body,
    publish: (...articles) => storeNews(app, [claude], articles),
  };
}

/** The reply to a person's mutation. */
export const trpc = async ({ call }: Newsroom, person: Person, procedure: string, input?: unknown) =>
  (await call(person, "POST", `/trpc/${procedure}`, input)).body;

/** An article about Claude; the higher its number, the later it was published. */
export const numberedArticle = (number: number): FoundArticle =>
  buildFoundArticle({
    title: `Claude wins prize number ${number}`,
    url: `https://news.example/${number}`,
    publishedAt: new Date(Date.UTC(2026, 9, 1, number)).toISOString(),
  });

/** An error for a source that asks to retry in an hour. */
export const retryInAnHour = () =>
  new OutboundError("status", "x", { status: 429, retryAfterMs: 3_600_000, body: "" });
