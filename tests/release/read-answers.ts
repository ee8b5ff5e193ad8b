/** Replies that never change: they depend neither on the day nor on other people's changes. */
const LISTS = ["/api/users", "/api/ai-tools", "/api/prompts", "/api/readings", "/api/arxiv", "/api/news"];
/** Further paths of each item in some lists. */
const DETAILS: Readonly<Record<string, readonly string[]>> = {
  "/api/ai-tools": ["/versions"],
  "/api/prompts": ["/versions", "/assistants"],
  "/api/readings": ["/versions", "/comments"],
};
const OTHERS = ["/api/activity", "/api/deletions", "/api/assistants/settings"];

/** A server's replies to this token, by path. */
export async function readAnswers(origin: string, token: string): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  const read = async (path: string): Promise<unknown> => {
    const reply = await fetch(`${origin}${path}`, { headers: { authorization: `Bearer ${token}` } });
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`);
    answers[path] = await reply.json();
    return answers[path];
  };
  for (const list of LISTS) {
    for (const id of idsOf(await read(list)))
      for (const detail of DETAILS[list] ?? []) await read(`${list}/${id}${detail}`);
  }
  for (const path of OTHERS) await read(path);
  return answers;
}

function idsOf(list: unknown): string[] {
  if (!Array.isArray(list)) throw new Error("that is no list");
  return list.map((item: { id: string }) => item.id);
}
