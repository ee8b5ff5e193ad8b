import { createHmac, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

import { type Configuration, Provider } from "oidc-provider";

import { type Hit, json, type StubReply, stubServer, type StubServer } from "./stub-server.ts";

export const CLIENT = { id: "stackloop", secret: "stub-client-secret-0123456789-0123456789" };

type Claims = Record<string, unknown>;

/** Changes to the provider's replies in one sign-in. */
export interface OidcReply {
  /** Changes to the claims; undefined removes one. */
  claims?: Claims;
  header?: Record<string, unknown>;
  /** How the ID token is signed. */
  signature?: "right" | "other key" | "none" | "client secret" | "changed after signing";
  /** Reply of the profile endpoint. */
  profile?: StubReply;
}

export interface OidcUpstream extends StubServer {
  /** Sets the changes to the next sign-ins. */
  reply: OidcReply;
  /** Starts the provider, for a client at this address. */
  open(redirectUrl: string): void;
  /** Signs in at the provider. Returns the address to which it sends the browser. */
  authorize(url: string): Promise<URL>;
}

const PERSON = {
  sub: "ada-at-provider",
  preferred_username: "ada",
  name: "Ada Lovelace",
  email: "ada@example.com",
  email_verified: true,
  groups: [],
};

const newKey = () => generateKeyPairSync("rsa", { modulusLength: 2048 });
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** The provider `oidc-provider`, with replies that tests can change to simulate errors. */
export async function oidcUpstream(): Promise<OidcUpstream> {
  const key = newKey();
  const otherKey = newKey();
  const behind = createServer().listen(0, "127.0.0.1");
  await once(behind, "listening");
  const stub = await stubServer(async (hit) => {
    const { profile } = upstream.reply;
    if (hit.url.pathname === "/me" && profile) return profile;
    const reply = await forward(behind.address(), hit);
    return hit.url.pathname === "/token" && reply.status === 200 ? changed(reply) : reply;
  });

  /** The provider's reply with the requested errors in its ID token. */
  function changed(reply: StubReply): StubReply {
    const tokens: Claims = JSON.parse(String(reply.body));
    const [head = "", body = ""] = String(tokens["id_token"]).split(".");
    return json({ ...tokens, id_token: resign(partOf(head), partOf(body), upstream.reply) });
  }

  function resign(head: Claims, body: Claims, { claims, header, signature = "right" }: OidcReply): string {
    const alg = signature === "none" ? "none" : signature === "client secret" ? "HS256" : "RS256";
    const all = { ...body, ...claims };
    const signed = `${base64url({ ...head, alg, ...header })}.${base64url(all)}`;
    if (signature === "none") return `${signed}.`;
    if (signature === "client secret")
      return `${signed}.${createHmac("sha256", CLIENT.secret).update(signed).digest("base64url")}`;
    const { privateKey } = signature === "other key" ? otherKey : key;
    const made = sign("sha256", Buffer.from(signed), privateKey).toString("base64url");
    const [first = ""] = signed.split(".");
    return signature === "changed after signing"
      ? `${first}.${base64url({ ...all, sub: "eve" })}.${made}`
      : `${signed}.${made}`;
  }

  const upstream: OidcUpstream = {
    ...stub,
    reply: {},
    open(redirectUrl) {
      const provider = new Provider(stub.origin, configurationFor(redirectUrl, key.privateKey));
      const serve = provider.callback();
      behind.on("request", (request, response) => {
        if (!request.url?.startsWith("/interaction/")) void serve(request, response);
        else void provider.interactionFinished(request, response, { login: { accountId: PERSON.sub } });
      });
    },
    async authorize(url) {
      const cookies = new Map<string, string>();
      let next = new URL(url);
      while (next.origin === stub.origin) {
        const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
        const reply = await fetch(next, { redirect: "manual", headers: { cookie } });
        for (const line of reply.headers.getSetCookie()) {
          const [, name = "", value = ""] = /^([^=]+)=([^;]*)/u.exec(line) ?? [];
          cookies.set(name, value);
        }
        next = new URL(reply.headers.get("location") ?? "about:blank", next);
      }
      return next;
    },
    async close() {
      behind.close();
      behind.closeAllConnections();
      await stub.close();
    },
  };
  return upstream;
}

const configurationFor = (redirectUrl: string, key: KeyObject): Configuration => ({
  clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [redirectUrl] }],
  jwks: { keys: [{ ...key.export({ format: "jwk" }), kid: "key-1", alg: "RS256", use: "sig" }] },
  findAccount: (_context, accountId) => ({ accountId, claims: () => PERSON }),
  claims: { email: ["email", "email_verified"], profile: ["preferred_username", "name", "groups"] },
  conformIdTokenClaims: false,
  cookies: { keys: ["stub"] },
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  async loadExistingGrant({ oidc }) {
    const grant = new oidc.provider.Grant({
      clientId: oidc.client?.clientId ?? "",
      accountId: oidc.session?.accountId ?? "",
    });
    grant.addOIDCScope("openid email profile");
    await grant.save();
    return grant;
  },
});

const partOf = (part: string): Claims => JSON.parse(Buffer.from(part, "base64url").toString());

const OF_CONNECTION = /^(?:connection|transfer-encoding|content-length|keep-alive)$/u;

/** Sends a request on to the provider, whose host is the stub's. */
async function forward(
  address: AddressInfo | string | null,
  { method, url, headers, body }: Hit,
): Promise<StubReply> {
  const port = typeof address === "object" ? address?.port : undefined;
  const path = `${url.pathname}${url.search}`;
  const sent = send({ host: "127.0.0.1", port, method, path, headers, agent: false }).end(body);
  const [response]: IncomingMessage[] = await once(sent, "response");
  if (!response) throw new Error("there was no reply");
  const given = Object.entries(response.headers).flatMap(([name, value]) =>
    value === undefined || OF_CONNECTION.test(name) ? [] : [[name, value] as const],
  );
  return { status: response.statusCode ?? 0, headers: Object.fromEntries(given), body: await text(response) };
}
