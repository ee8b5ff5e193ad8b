import { storedTool } from "./ai-stack.ts";
import { inDatabase } from "./in-database.ts";
import { expect, type Person, type Product } from "./product.ts";

interface NewVerdict {
  ring: string;
  reason?: string;
  lookAgainOn?: string;
}

/** Decides on the tool with this name, over any earlier verdict. */
export async function decideOn(person: Person, name: string, verdict: NewVerdict): Promise<void> {
  const { id } = await storedTool(person, name);
  const before = await (await person.request.get(`/api/ai-tools/${id}/verdict`)).json();
  const data = { revision: before.verdict?.revision ?? 0, reason: "It does what it says.", ...verdict };
  const reply = await person.request.post(`/api/ai-tools/${id}/verdicts`, { data });
  expect(reply.status(), await reply.text()).toBe(201);
}

export async function voteOn(person: Person, name: string, ring: string): Promise<void> {
  const { id } = await storedTool(person, name);
  const reply = await person.request.put(`/api/ai-tools/${id}/vote`, { data: { ring } });
  expect(reply.status(), await reply.text()).toBe(200);
}

/** Moves the verdicts on the tool with this name to these days, oldest first. */
export async function dateVerdicts(
  { databaseFile }: Product,
  person: Person,
  name: string,
  days: readonly string[],
): Promise<void> {
  const { id } = await storedTool(person, name);
  inDatabase(databaseFile, (database) => {
    const date = database.prepare(`update verdicts set decidedAt = ? where toolId = ? and revision = ?`);
    for (const [index, day] of days.entries()) date.run(`${day}T10:00:00.000Z`, id, index + 1);
  });
}

/** Sets a past review date for the verdict on the tool with this name. */
export async function makeOverdue(
  { databaseFile }: Product,
  person: Person,
  name: string,
  day: string,
): Promise<void> {
  const { id } = await storedTool(person, name);
  inDatabase(databaseFile, (database) =>
    database.prepare("update verdicts set lookAgainOn = ? where toolId = ?").run(day, id),
  );
}
