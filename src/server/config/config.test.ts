import { expect, test } from "vitest";

import { readConfig } from "./config.ts";

test("treats an empty value as the default, or off if it can be off", () => {
  const config = readConfig({
    PORT: "",
    NIGHTLY_CRON: "",
    NEWS_CRON: "",
    BACKUP_CRON: "",
    HN_ALGOLIA_URL: "",
  });
  expect(config).toMatchObject({
    port: 3000,
    nightlyCron: null,
    newsCron: null,
    backupCron: null,
    hnAlgoliaUrl: null,
  });
});

test.each<[Record<string, string>, string]>([
  [
    { AI_PROVIDER: "perplexity" },
    "PERPLEXITY_API_KEY is required with AI_PROVIDER=perplexity; for example PERPLEXITY_API_KEY=pplx-…",
  ],
  [
    { AI_PROVIDER: "openai-compatible", AI_MODEL: "m" },
    "AI_BASE_URL is required with AI_PROVIDER=openai-compatible",
  ],
  [
    { AI_BASE_URL: "http://localhost:11434/v1" },
    "AI_MODEL is required with AI_BASE_URL; for example AI_MODEL=llama3.3",
  ],
  [
    { AI_PROVIDER: "chatgpt" },
    'AI_PROVIDER must be one of auto, perplexity, openai-compatible, none (it is "chatgpt")',
  ],
  [{ NIGHTLY_CRON: "at two" }, 'NIGHTLY_CRON must be a cron pattern of five or six fields (it is "at two")'],
  [{ SCHEDULE_TIMEZONE: "Berlin" }, "SCHEDULE_TIMEZONE must be an IANA time zone"],
  [{ OUTBOUND_ALLOW: "localhost" }, "OUTBOUND_ALLOW must be a comma-separated list of host:port"],
  [
    { TRUST_PROXY: "true" },
    "TRUST_PROXY must be the number of proxies, or a comma-separated list of their addresses",
  ],
  [{ TRUST_PROXY: "my-proxy" }, 'list of their addresses (it is "my-proxy"); for example TRUST_PROXY=1'],
  [
    { PROMPT_MAX_LENGTH: "4000" },
    'PROMPT_MAX_LENGTH must be at least 5000 (it is "4000"); for example PROMPT_MAX_LENGTH=20000',
  ],
  [{ PROMPT_MAX_LENGTH: "100001" }, "PROMPT_MAX_LENGTH must be at most 100000"],
  [
    { PUBLIC_URL: "https://example.com/stackloop" },
    `PUBLIC_URL must end after the host and port, because StackLoop can't be served under a path (it is "https://example.com/stackloop"); for example PUBLIC_URL=https://stackloop.example.com`,
  ],
  [{ PUBLIC_URL: "https://example.com/a/" }, "PUBLIC_URL must end after the host and port"],
  [{ PUBLIC_URL: "https://example.com//" }, "PUBLIC_URL must end after the host and port"],
  [{ PUBLIC_URL: "https://example.com?team=a" }, "PUBLIC_URL must end after the host and port"],
  [{ PUBLIC_URL: "https://example.com/#a" }, "PUBLIC_URL must end after the host and port"],
  [
    { PUBLIC_URL: "https://ada:hush@example.com" },
    'PUBLIC_URL must not contain a username or a password (it is "https://example.com/")',
  ],
  [{ PUBLIC_URL: "https://*.example.com" }, "PUBLIC_URL must name one host, without * or commas"],
  [{ PUBLIC_URL: "https://a.example,b.example" }, "PUBLIC_URL must name one host, without * or commas"],
  [{ PUBLIC_URL: "https://ada@example.com" }, "PUBLIC_URL must not contain a username or a password"],
  [
    { DATABASE_URL: "file:./data/stackloop.db?mode=ro" },
    'DATABASE_URL must start with "file:" (SQLite, a path without ~ and $, and no options after "?") or "postgres://" (PostgreSQL)',
  ],
  [{ DATABASE_URL: "file:~/stackloop.db" }, "DATABASE_URL must start with"],
  [{ DATABASE_URL: "file:$HOME/stackloop.db" }, "DATABASE_URL must start with"],
  [{ BACKUP_DIR: "~/backups" }, "BACKUP_DIR must be a path without ~ and $"],
  [{ BACKUP_DIR: "${HOME}/backups" }, "BACKUP_DIR must be a path without ~ and $"],
  [{ DATABASE_URL: "mysql://ada:hush@db/x" }, '(it is "mysql://ada@db/x")'],
  [{ ARXIV_CATEGORIES: "cs.AI,cs.XX" }, "must be an arXiv category: astro-ph.CO, "],
  [{ ARXIV_CATEGORY: "cs" }, "ARXIV_CATEGORY must be an arXiv category: astro-ph.CO, "],
  [{ ARXIV_API_URL: "file:///etc/passwd" }, "ARXIV_API_URL must be an http or https URL"],
])("stops the start on %j with a reason", (environment, line) => {
  expect(() => readConfig(environment)).toThrow(line);
});

test.each(["0", "2", "loopback", "10.0.0.7, 192.168.0.0/16, fd00::/8"])(
  "accepts proxies as %s",
  (TRUST_PROXY) => {
    expect(readConfig({ TRUST_PROXY }).trustProxy).toBe(
      /^\d+$/u.test(TRUST_PROXY) ? Number(TRUST_PROXY) : TRUST_PROXY,
    );
  },
);

test("does not show an invalid key", () => {
  expect(() => readConfig({ PERPLEXITY_API_KEY: "pplx secret" })).toThrow(
    /^PERPLEXITY_API_KEY must not contain spaces; for example PERPLEXITY_API_KEY=pplx-…$/u,
  );
});

test.each([
  ["https://stackloop.example.com/", "https://stackloop.example.com"],
  ["HTTPS://StackLoop.Example.com:443", "https://stackloop.example.com"],
  ["http://192.168.1.5:8080", "http://192.168.1.5:8080"],
  ["http://[::1]:3000/", "http://[::1]:3000"],
])("reads PUBLIC_URL %s as the origin %s", (PUBLIC_URL, origin) => {
  expect(readConfig({ PUBLIC_URL }).publicUrl).toBe(origin);
});
