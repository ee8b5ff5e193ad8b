import type { Role } from "./requests.ts";
import { send } from "./send.ts";

/** The people who send requests. */
export interface Cast {
  /** A person's Cookie header; empty for a visitor. */
  cookieOf(role: Role): string;
  /** Signs a person in again after a request has ended the session. */
  renew(role: Role): Promise<void>;
}

interface Account {
  username: string;
  password: string;
}

export type Accounts = Record<"user" | "admin", Account>;

/**
 * Signs in an existing user and admin. Their ids are added to `spared`, so that no random request affects them.
 */
export async function createCast(origin: string, accounts: Accounts, spared: Set<string>): Promise<Cast> {
  const cookies: Record<Role, string> = { visitor: "", user: "", admin: "" };

  async function renew(role: Role): Promise<void> {
    if (role === "visitor") return;
    const reply = await fetch(`${origin}/api/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(accounts[role]),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${role} cannot sign in again: ${reply.status} ${text.slice(0, 300)}`);
    cookies[role] = reply.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const { id } = JSON.parse(text);
    spared.add(id);
  }

  await renew("user");
  await renew("admin");
  return {
    cookieOf: (role) => cookies[role],
    renew,
  };
}

/** A server's OpenAPI document for signed-in people. */
export async function readDocument(origin: string, cookie: string): Promise<unknown> {
  const { text } = await send(origin, {
    method: "GET",
    target: "/api/openapi.json",
    headers: { cookie },
    body: null,
  });
  return JSON.parse(text);
}
