import { createHash, createHmac, createPrivateKey, generateKeyPairSync, sign } from "node:crypto";

import { json, type StubReply, stubServer, type StubServer } from "./stub-server.ts";

export const CLIENT = { id: "stackloop", secret: "stub-client-secret-0123456789-0123456789" };

type Claims = Record<string, unknown>;

/** What one sign-in at the stub replies with. The defaults are right in every respect. */
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
  /** Sets the next sign-in's replies. */
  reply: OidcReply;
  /** Changes to the published metadata. */
  metadata: Claims;
  /** Remembers the browser's address at the provider, as its sign-in page would. */
  authorize(url: string): { state: string; redirectUrl: string };
}

const newKey = () => generateKeyPairSync("rsa", { modulusLength: 2048 });
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** An OpenID Connect provider that makes every mistake on request. */
export async function oidcUpstream(): Promise<OidcUpstream> {
  const key = newKey();
  const otherKey = newKey();
  let authorized = new URLSearchParams();

  function idToken({ claims = {}, header = {}, signature = "right" }: OidcReply): string {
    const now = Math.floor(Date.now() / 1000);
    const all = {
      iss: stub.origin,
      sub: "ada-at-provider",
      aud: CLIENT.id,
      nonce: authorized.get("nonce"),
      iat: now,
      exp: now + 300,
      preferred_username: "ada",
      name: "Ada Lovelace",
      email: "ada@example.com",
      email_verified: true,
      groups: [],
      ...claims,
    };
    const alg = signature === "none" ? "none" : signature === "client secret" ? "HS256" : "RS256";
    const signed = `${base64url({ alg, kid: "key-1", ...header })}.${base64url(all)}`;
    if (signature === "none") return `${signed}.`;
    if (signature === "client secret")
      return `${signed}.${createHmac("sha256", CLIENT.secret).update(signed).digest("base64url")}`;
    const { privateKey } = signature === "other key" ? otherKey : key;
    const made = sign(
      "sha256",
      Buffer.from(signed),
      createPrivateKey(privateKey.export({ type: "pkcs8", format: "pem" })),
    );
    const [head = ""] = signed.split(".");
    const sent =
      signature === "changed after signing" ? `${head}.${base64url({ ...all, sub: "eve" })}` : signed;
    return `${sent}.${made.toString("base64url")}`;
  }

  const stub = await stubServer(({ url, body }) => {
    if (url.pathname === "/.well-known/openid-configuration")
      return json({
        issuer: stub.origin,
        authorization_endpoint: `${stub.origin}/authorize`,
        token_endpoint: `${stub.origin}/token`,
        userinfo_endpoint: `${stub.origin}/profile`,
        jwks_uri: `${stub.origin}/keys`,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["RS256"],
        token_endpoint_auth_methods_supported: ["client_secret_basic"],
        ...upstream.metadata,
      });
    if (url.pathname === "/keys")
      return json({
        keys: [{ ...key.publicKey.export({ format: "jwk" }), kid: "key-1", alg: "RS256", use: "sig" }],
      });
    if (url.pathname === "/profile") return upstream.reply.profile ?? json({}, 401);
    const verifier = new URLSearchParams(body).get("code_verifier") ?? "";
    const challenge = createHash("sha256").update(verifier).digest("base64url");
    if (challenge !== authorized.get("code_challenge")) return json({ error: "invalid_grant" }, 400);
    return json({ access_token: "stub-access", token_type: "Bearer", id_token: idToken(upstream.reply) });
  });

  const upstream: OidcUpstream = {
    ...stub,
    reply: {},
    metadata: {},
    authorize(url) {
      authorized = new URL(url).searchParams;
      return { state: authorized.get("state") ?? "", redirectUrl: authorized.get("redirect_uri") ?? "" };
    },
  };
  return upstream;
}
