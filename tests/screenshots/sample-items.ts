import { setTimeout } from "node:timers/promises";

import type { APIRequestContext } from "@playwright/test";

import { TOOLS_IN_THE_NEWS } from "./outside-world.ts";
import { dayBefore, type SampleItems } from "./shots.ts";

/** One channel for briefs, with a delivery, and one for events, with an error. */
const CHANNELS = [
  {
    kind: "slack",
    name: "Team room",
    url: "https://hooks.slack.com/services/T000/B000/x7Qa",
    contents: { kind: "brief", schedule: "Monday 8:00" },
  },
  {
    kind: "email",
    name: "Board",
    emails: ["board@example.com", "office@example.com"],
    contents: { kind: "events", verdicts: true, newTools: true, tag: "security" },
  },
];

/** Fetches papers and news, edits a tool, a prompt and a reading, and returns the ids that the pictures show. */
export async function createSampleItems(request: APIRequestContext): Promise<SampleItems> {
  await post(request, "/api/arxiv/update");
  const tools = await list(request, "/api/ai-tools");
  for (const { id, name } of tools)
    if (TOOLS_IN_THE_NEWS.includes(name)) await post(request, `/api/news/update/${id}`);
  let papers = await list(request, "/api/arxiv");
  while (papers.length === 0) {
    await setTimeout(200);
    papers = await list(request, "/api/arxiv");
  }
  await post(request, `/api/arxiv/${papers[0]?.id}/generate-summary`);
  const prompts = await list(request, "/api/prompts");
  const prompt = prompts.find(({ name }) => name.startsWith("Meeting"));
  const tool = tools.find(({ name }) => name === "Claude");
  const reading = (await list(request, "/api/readings")).at(-1);
  await request.put(`/api/prompts/${prompt?.id}`, { data: { purpose: "What was decided, in a minute" } });
  await request.put(`/api/ai-tools/${tool?.id}`, {
    data: { notes: "Our choice for long documents and code reviews. The team has twelve seats." },
  });
  await request.put(`/api/readings/${reading?.id}`, {
    data: { notes: "The third chapter is the best one." },
  });
  const first = (await list(request, "/api/readings"))[0];
  if (first?.id !== reading?.id) await request.delete(`/api/readings/${first?.id}`);
  await request.delete(`/api/ai-tools/${tools.find(({ name }) => name === "Suno")?.id}`);
  const [article] = await list(request, `/api/news?toolId=${tool?.id}`);
  // Enough stars for recommendations.
  for (const { id } of papers.slice(0, 3)) await post(request, "/trpc/papers.mark", { id, isStarred: true });
  for (const channel of CHANNELS) await post(request, "/trpc/channels.add", channel);
  const brief = {
    from: dayBefore(20),
    to: dayBefore(0),
    headline: "Claude stays, and two tools are on trial",
  };
  const briefId: string = JSON.parse(await post(request, "/api/briefs", brief)).id;
  return {
    tool: tool?.id ?? "",
    article: article?.id ?? "",
    paper: papers[0]?.id ?? "",
    prompt: prompt?.id ?? "",
    reading: reading?.id ?? "",
    brief: briefId,
    sharedRadar: await share(request, { kind: "radar" }),
    sharedBrief: await share(request, { kind: "brief", briefId, showsNames: false }),
  };
}

/** Posts to a REST path and returns the reply's text. Throws when it is refused. */
export async function post(request: APIRequestContext, path: string, body?: object): Promise<string> {
  const reply = await request.post(path, { data: body ?? {} });
  const text = await reply.text();
  if (!reply.ok()) throw new Error(`POST ${path} failed: ${text}`);
  return text;
}

/** Shares a page with people without an account, and returns its path. */
async function share(request: APIRequestContext, page: object): Promise<string> {
  const { pageUrl } = JSON.parse(await post(request, "/api/shared-pages", page));
  return new URL(pageUrl).pathname;
}

async function list(request: APIRequestContext, path: string): Promise<{ id: string; name: string }[]> {
  return (await request.get(path)).json();
}
