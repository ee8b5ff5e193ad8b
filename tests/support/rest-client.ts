export interface Reply {
  status: number;
  headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- hundreds of expectations look into what came back, and are what checks its shape
  body: any;
}

/** A person with a cookie jar who calls REST paths. */
export interface RestClient {
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  /** The current Cookie header. */
  cookie(): string;
  /** The session's id from its cookie; empty without one. */
  session(): string;
}

/** Calls a running server like a script: JSON in, JSON out, with a cookie jar. */
export function restClient(origin: string): RestClient {
  const jar = new Map<string, string>();
  const readCookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  return {
    cookie: readCookie,
    session: () => [...jar].find(([name]) => /^(?:__Host-)?stackloop-/u.test(name))?.[1] ?? "",
    async call(method, path, body, headers = {}) {
      const cookie = readCookie();
      const response = await fetch(`${origin}${path}`, {
        method,
        headers: {
          ...(cookie && { cookie }),
          ...(body !== undefined && { "content-type": "application/json" }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      for (const setCookie of response.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/u.exec(setCookie) ?? [];
        if (value === "") jar.delete(name);
        else jar.set(name, value);
      }
      const text = await response.text();
      const isJson = response.headers.get("content-type")?.includes("application/json") && text !== "";
      return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
    },
  };
}

/** Signs up a new user. Returns the client. */
export async function signedUp(
  origin: string,
  username: string,
  password = "secret-pass",
): Promise<RestClient> {
  const client = restClient(origin);
  const { status, body } = await client.call("POST", "/api/register", { username, password });
  if (status !== 201) throw new Error(`sign-up of ${username} was refused: ${JSON.stringify(body)}`);
  return client;
}

/** Signs in. Returns the client. */
export async function signedIn(
  origin: string,
  username: string,
  password = "secret-pass",
): Promise<RestClient> {
  const client = restClient(origin);
  const { status, body } = await client.call("POST", "/api/login", { username, password });
  if (status !== 200) throw new Error(`sign-in of ${username} was refused: ${JSON.stringify(body)}`);
  return client;
}

/** The statuses of replies, sorted. */
export const sortedStatuses = (replies: readonly Pick<Reply, "status">[]): number[] =>
  replies.map(({ status }) => status).toSorted((one, other) => one - other);
