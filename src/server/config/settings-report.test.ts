import { expect, test } from "vitest";

import { readConfig } from "./config.ts";
import { parseEnvFile } from "./env-file.ts";
import { reportSettings } from "./settings-report.ts";

/** Returns the report on a `.env` file and other environment variables. */
function reportOn(file: string, environment: Record<string, string> = {}) {
  const entries = parseEnvFile(file, ".env");
  const all = { ...Object.fromEntries(entries.map(({ name, value }) => [name, value])), ...environment };
  const { changed, problems } = reportSettings(readConfig(all), all, entries);
  return { changed, problems: problems.map(({ verdict, text }) => `${verdict}: ${text}`) };
}

test.each([
  ["SIGNUPS", "SIGNUP"],
  ["signup", "SIGNUP"],
  ["Signup", "SIGNUP"],
  ["SINGUP", "SIGNUP"],
  ["SIGNUP_MODE", "SIGNUP"],
  ["STACKLOOP_SIGNUP", "SIGNUP"],
  ["SIGNUPMODE", "SIGNUP"],
  ["STACKLOOP_PUBLICURL", "PUBLIC_URL"],
  ["DATABASE_URI", "DATABASE_URL"],
  ["public-url", "PUBLIC_URL"],
  ["PORTS", "PORT"],
  ["HOSTS", "HOST"],
])("reports %s in .env with the suggestion %s", (written, meant) => {
  expect(reportOn(`${written}=closed`)).toEqual({
    changed: [],
    problems: [`wrong: Unknown setting ${written}. Did you mean ${meant}?`],
  });
});

test("reports a mail server without PUBLIC_URL, because links in emails would lead to this machine", () => {
  const mail = "SMTP_URL=smtp://mail.example.com\nMAIL_FROM=a@example.com\n";
  expect(reportOn(mail).problems).toEqual([
    "note: SMTP_URL is set without PUBLIC_URL. Links in emails lead to the server's own address, and “Forgot password?” sends no email.",
  ]);
  expect(reportOn(`${mail}PUBLIC_URL=https://stackloop.example.com`).problems).toEqual([]);
});

test("reports other names in .env without a suggestion, unless another program reads them", () => {
  const file =
    "MY_COLOR=red\nNPM_CONFIG_LOGLEVEL=warn\nMY_APP_LOG_LEVEL=warn\nHTTPS_PROXY=http://proxy\nTZ=UTC\nPGPASSWORD=a\nPOSTGRES_PASSWORD=b\nNODE_ENV=production";
  expect(reportOn(file).problems).toEqual([
    "note: Unknown setting MY_COLOR. .env.example lists the settings.",
    "note: Unknown setting NPM_CONFIG_LOGLEVEL. .env.example lists the settings.",
    "note: Unknown setting MY_APP_LOG_LEVEL. .env.example lists the settings.",
    "note: Unknown setting HTTPS_PROXY. .env.example lists the settings.",
  ]);
});

test("reports a name that is set twice with the line that counts", () => {
  const { problems, changed } = reportOn("SIGNUP=closed\n# again\nSIGNUP=invite\n");
  expect(problems).toEqual(["note: SIGNUP is set on lines 1 and 3 of .env. Only line 3 counts."]);
  expect(changed).toEqual(["SIGNUP=invite"]);
});

test("reports a setting in .env that the environment replaces, without its values", () => {
  const replaced = (name: string, line: number) =>
    `note: ${name} on line ${line} of .env has no effect, because the environment sets ${name} too. Remove one of them.`;
  const file = "SIGNUP=closed\nAI_API_KEY=hush\nPORT=4000\nVERDICTS=admins\nMY_COLOR=red";
  const environment = { SIGNUP: "", AI_API_KEY: "other", PORT: "4000", MY_COLOR: "blue" };
  expect(reportOn(file, environment).problems).toEqual([
    "note: Unknown setting MY_COLOR. .env.example lists the settings.",
    replaced("SIGNUP", 1),
    replaced("AI_API_KEY", 2),
  ]);
  expect(reportOn("SIGNUP=open\nSIGNUP=closed", { SIGNUP: "closed" }).problems).toEqual([
    "note: SIGNUP is set on lines 1 and 2 of .env. Only line 2 counts.",
  ]);
});

test.each(["SIGNUPS", "signup", "Signup", "VERDICT", "DATABASE_URI", "PERPLEXITY_APIKEY", "STACKLOOP_PORT"])(
  "reports %s in the environment",
  (name) => {
    expect(reportOn("", { [name]: "x" }).problems).toEqual([
      expect.stringMatching(new RegExp(`^note: Unknown setting ${name}. Did you mean [A-Z_]+\\?$`, "u")),
    ]);
  },
);

test("does not report variables of the machine and other programs", () => {
  const names = [
    ..."PATH HOME HOSTNAME HOSTTYPE USER LOGNAME SHELL PWD OLDPWD LANG LC_ALL TERM TMPDIR TZ SHLVL EDITOR MAIL".split(
      " ",
    ),
    ..."POST COST SORT PORTS HOSTS REPORT NODE_ENV NODE_OPTIONS npm_config_cache CI GITHUB_SHA GITHUB_REF".split(
      " ",
    ),
    ..."GITHUB_TOKEN OPENAI_API_KEY XAI_API_KEY AI21_API_KEY FAL_API_KEY HTTP_PROXY PGHOST DATABASE_HOST".split(
      " ",
    ),
    ..."STACKLOOP_SERVICE_HOST STACKLOOP_SERVICE_PORT INVOCATION_ID JOURNAL_STREAM DEBUG VERBOSE LOGLINES".split(
      " ",
    ),
  ];
  const kubernetes = { STACKLOOP_PORT: "tcp://10.0.0.1:80", STACKLOOP_PORT_80_TCP: "tcp://10.0.0.1:80" };
  const environment = Object.fromEntries(names.map((name) => [name, "x"]));
  expect(reportOn("", { ...environment, ...kubernetes }).problems).toEqual([]);
});

test("shows changed settings without secrets", () => {
  const file = `SIGNUP=closed
PORT=3000
LOG_LEVEL=
NEWS_CRON=
PERPLEXITY_API_KEY=pplx-hush
DATABASE_URL=postgres://team:hush@db/stackloop?password=hush
AI_BASE_URL=https://token-hush:hush@ai.example/v1?key=hush
AI_MODEL=llama3.3`;
  const { changed } = reportOn(file, { SIGNUP: "invite" });
  expect(changed.join()).not.toContain("hush");
  expect(changed).toEqual([
    "DATABASE_URL=postgres://team@db/stackloop?…",
    "SIGNUP=invite",
    "PERPLEXITY_API_KEY=(hidden)",
    "AI_BASE_URL=https://ai.example/v1?…",
    "AI_MODEL=llama3.3",
    "NEWS_CRON=",
  ]);
});
