import type { Configuration, CustomFetch, IDToken, UserInfoResponse } from "openid-client";
import { z } from "zod";

import type { Config } from "#server/config/config.ts";
import { UpstreamError } from "#server/errors.ts";
import { type HttpClient, OutboundError } from "#server/outside/http/http-client.ts";

/** Values that connect the end of a sign-in with its start. The browser stores them in between. */
export interface SignInChecks {
  state: string;
  nonce: string;
  /** Secret of PKCE (RFC 7636). */
  verifier: string;
}

/** Person as the provider describes them. Only `issuer` and `subject` identify the account. */
export interface Identity {
  issuer: string;
  subject: string;
  username: string | null;
  displayName: string | null;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  isEmailVerified: boolean;
  /** Groups and roles. Null if the provider sends none. */
  groups: string[] | null;
}

/** External service through which users sign in, by OpenID Connect. */
export interface IdentityProvider {
  /** Label of the button. */
  name: string;
  /** Returns the provider's address for a sign-in that ends at `redirectUrl`. */
  start(redirectUrl: string): Promise<SignInChecks & { url: string }>;
  /** Returns the signed-in person, from the address to which the provider sent the browser. */
  finish(url: URL, checks: SignInChecks): Promise<Identity>;
}

/** Reason why a sign-in failed. `denied`: by the provider or the person. `invalid`: the reply fails a check. */
export class SignInError extends UpstreamError<"unavailable" | "denied" | "invalid"> {
  override readonly name = "SignInError";
}

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 1_000_000;
const METADATA_MS = 3_600_000;
const RETRY_MS = 5000;

interface ProviderOptions {
  http: HttpClient;
  config: Config;
  now?: () => number;
  timeoutMs?: number;
}

/** Creates the configured provider. Null without one. Loads its library on first use. */
export function createIdentityProvider({
  http,
  config,
  now = () => performance.now(),
  timeoutMs = TIMEOUT_MS,
}: ProviderOptions): IdentityProvider | null {
  const { oidcIssuer, oidcClientId, oidcClientSecret, oidcName, oidcScopes } = config;
  // A demo has its own sign-in.
  if (config.isDemo) return null;
  if (oidcIssuer === null || oidcClientId === null || oidcClientSecret === null) return null;
  const issuer = new URL(oidcIssuer);

  async function discover(): Promise<Configuration> {
    const client = await import("openid-client");
    const found = await client.discovery(
      issuer,
      oidcClientId ?? "",
      undefined,
      (server, ...rest) => {
        const methods = server.token_endpoint_auth_methods_supported;
        const authenticate = methods?.includes("client_secret_post")
          ? client.ClientSecretPost
          : client.ClientSecretBasic;
        authenticate(oidcClientSecret ?? "")(server, ...rest);
      },
      {
        [client.customFetch]: guardedFetch(http, timeoutMs),
        // The configuration allows http for addresses in OUTBOUND_ALLOW only.
        execute: [
          client.enableNonRepudiationChecks,
          ...(issuer.protocol === "http:" ? [client.allowInsecureRequests] : []),
        ],
      },
    );
    // The library accepts Microsoft's issuer templates, which match any organisation.
    const declaredIssuer = found.serverMetadata().issuer;
    if (new URL(declaredIssuer).href !== issuer.href)
      throw new SignInError(
        "The issuer differs",
        "unavailable",
        `the provider names its issuer ${declaredIssuer}`,
      );
    return found;
  }

  let cached: { until: number; found: Promise<Configuration> } | undefined;

  /** Returns the provider's metadata with its keys, cached for an hour. A failure is cached briefly. */
  function readMetadata(): Promise<Configuration> {
    if (cached && now() < cached.until) return cached.found;
    const found = discover();
    const entry = { until: now() + METADATA_MS, found };
    cached = entry;
    found.catch(() => {
      entry.until = now() + RETRY_MS;
    });
    return found;
  }

  return {
    name: oidcName,
    async start(redirectUrl) {
      const client = await import("openid-client");
      const metadata = await readMetadata().catch((error: unknown) => {
        throw toSignInError(error, "unavailable");
      });
      const checks = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      };
      const url = client.buildAuthorizationUrl(metadata, {
        redirect_uri: redirectUrl,
        scope: oidcScopes,
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(checks.verifier),
        code_challenge_method: "S256",
      });
      if (url.protocol !== issuer.protocol && url.protocol !== "https:")
        throw new SignInError("Bad address", "unavailable", `sign-in address with ${url.protocol}`);
      return { ...checks, url: url.href };
    },
    async finish(url, { state, nonce, verifier }) {
      try {
        const client = await import("openid-client");
        const metadata = await readMetadata();
        const tokens = await client.authorizationCodeGrant(metadata, url, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims) throw new SignInError("No ID token", "invalid", "the reply has no ID token");
        const hasProfile = claims["preferred_username"] !== undefined || claims["email"] !== undefined;
        const hasGroups = config.oidcAdminGroup === null || readGroups(claims) !== null;
        const isComplete = hasProfile && hasGroups;
        if (isComplete || metadata.serverMetadata().userinfo_endpoint === undefined)
          return toIdentity(claims, {});
        const profile = await client.fetchUserInfo(metadata, tokens.access_token, claims.sub);
        return toIdentity(claims, profile);
      } catch (error) {
        throw toSignInError(error, "invalid");
      }
    },
  };
}

/** Sends the library's requests through the guarded client. */
const guardedFetch =
  (http: HttpClient, timeoutMs: number): CustomFetch =>
  async (url, { method, headers, body, signal }) => {
    try {
      const reply = await http.send({
        url,
        method: method === "POST" ? "POST" : "GET",
        headers,
        ...(body instanceof URLSearchParams && { body: body.toString() }),
        maxBytes: MAX_BYTES,
        timeoutMs,
        tries: 1,
        // Sent in parallel, because users wait for it.
        isQueued: false,
        signal,
      });
      // The library reads the status, the content type and the body.
      return new Response(new Uint8Array(reply.body), {
        status: reply.status,
        headers: { "content-type": reply.headers["content-type"] ?? "" },
      });
    } catch (error) {
      if (!(error instanceof OutboundError) || error.status === null || error.status < 400) throw error;
      return new Response(error.body, {
        status: error.status,
        headers: { "content-type": "application/json" },
      });
    }
  };

const line = z.string().trim().min(1).max(200).nullable().catch(null);
const groupList = z
  .union([
    z.array(z.string().max(500)).max(10_000),
    z
      .string()
      .max(500)
      .transform((name) => [name]),
  ])
  .optional()
  .catch(undefined);

const readGroups = (claims: Record<string, unknown>): string[] | null => {
  const lists = [groupList.parse(claims["groups"]), groupList.parse(claims["roles"])];
  return lists.some((list) => list !== undefined) ? lists.flatMap((list) => list ?? []) : null;
};

/** Reads the claims of the signed ID token, supplemented by the profile. */
function toIdentity(claims: IDToken, profile: Partial<UserInfoResponse>): Identity {
  const all: Record<string, unknown> = { ...profile, ...claims };
  if (claims.sub === "")
    throw new SignInError("No subject", "invalid", "the ID token has an empty claim sub");
  // An address and its confirmation must come from the same source.
  const source: Record<string, unknown> = claims["email"] === undefined ? profile : claims;
  return {
    issuer: claims.iss,
    subject: claims.sub,
    username: line.parse(all["preferred_username"]),
    displayName: line.parse(all["name"]),
    firstName: line.parse(all["given_name"]),
    lastName: line.parse(all["family_name"]),
    email: z.email().max(254).nullable().catch(null).parse(source["email"]),
    isEmailVerified: source["email_verified"] === true,
    groups: readGroups(all),
  };
}

/** Failures of the connection, and replies that aren't OpenID Connect at all. */
const UNAVAILABLE = new Set(["OAUTH_RESPONSE_IS_NOT_CONFORM", "OAUTH_RESPONSE_IS_NOT_JSON", "OAUTH_TIMEOUT"]);

function toSignInError(error: unknown, fallback: "unavailable" | "invalid"): SignInError {
  if (error instanceof SignInError) return error;
  const causes = listErrorChain(error);
  const isDenied = causes.some(({ name }) => name === "AuthorizationResponseError");
  const isUnavailable = causes.some(
    (cause) => cause instanceof OutboundError || UNAVAILABLE.has(readCode(cause)),
  );
  const kind = isDenied ? "denied" : isUnavailable ? "unavailable" : fallback;
  return new SignInError("Signing in failed", kind, causes.map(describeError).join(": ").slice(0, 1000));
}

function listErrorChain(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let next = error; next instanceof Error && causes.length < 5; next = next.cause) causes.push(next);
  return causes;
}

const readCode = (error: Error): string =>
  "code" in error && typeof error.code === "string" ? error.code : "";

/** Describes an error for the log, without tokens and codes. */
function describeError(error: Error): string {
  if (error instanceof OutboundError) return error.detail;
  const cause = typeof error.cause === "object" && error.cause !== null ? error.cause : {};
  const details = [
    readCode(error),
    ...["claim", "attribute"].map((key) => Reflect.get(cause, key)),
    ...["error", "error_description"].map((key) => Reflect.get(error, key)),
  ].filter((detail) => typeof detail === "string" && detail !== "");
  return details.length === 0 ? error.message : `${error.message} (${details.join(", ")})`;
}
