import type { Role } from "./requests.ts";
import { send } from "./send.ts";

/** Those in whose names requests are made. */
export interface Cast {
  /** The Cookie header of somebody; empty for a visitor. */
  cookieOf(role: Role): string;
  /** Signs somebody in again whose session a request has ended. */
  renew(role: Role): Promise<void>;
}

interface Account {
  username: string;
  password: string;
}

export type Accounts = Record<"user" | "admin", Account>;

/**
 * Signs a user and an admin in, who exist already. Their ids are added to `spared`: no request may be made about them
 * by chance.
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

/** The OpenAPI document that a server shows to those who are signed in. */
export async function readDocument(origin: string, cookie: string): Promise<unknown> {
  const { text } = await send(origin, {
    method: "GET",
    target: "/api/openapi.json",
    headers: { cookie },
    body: null,
  });
  return JSON.parse(text);
}
