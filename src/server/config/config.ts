import { hideSecrets, isFileUrl } from "#db/database-url.ts";

import { type Variable, VARIABLES } from "./config-table.ts";

type ConfigTable = typeof VARIABLES;
type ValueOf<Row> = Row extends Variable<infer Value> ? Value : never;

/** Configuration of this process, from the table and the environment. */
export type Config = { [Field in keyof ConfigTable]: ValueOf<ConfigTable[Field]> } & {
  isProduction: boolean;
};

type Environment = Readonly<Record<string, string | undefined>>;

/** Invalid configuration, with one line per error. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/** Reads the configuration. Throws a ConfigError that names each invalid variable. */
export function readConfig(environment: Environment): Config {
  const errors: string[] = [];
  const values = Object.fromEntries(
    Object.entries(VARIABLES).map(([field, variable]) => [
      field,
      readVariable(variable, environment, errors),
    ]),
  );
  if (errors.length === 0) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- field by field what the table's rules made
    const config = { ...values, isProduction: environment["NODE_ENV"] !== "development" } as Config;
    errors.push(...findMissingSettings(config));
    if (errors.length === 0) return config.isDemo ? toDemoConfig(config) : config;
  }
  throw new ConfigError(errors.join("\n"));
}

/** Settings that a demo takes from its operator. All others have their defaults, so that it uses no service or key. */
const DEMO_SETTINGS = [
  "host",
  "port",
  "publicUrl",
  "trustProxy",
  "databaseUrl",
  "logLevel",
  "scheduleTimezone",
  "backupDir",
  "isProduction",
] as const satisfies readonly (keyof Config)[];

/** Returns the settings of a demo: no jobs, no sign-up and no outside services. */
export const toDemoConfig = (config: Config): Config => ({
  ...readConfig({ NIGHTLY_CRON: "", NEWS_CRON: "", BACKUP_CRON: "", HN_ALGOLIA_URL: "", SIGNUP: "closed" }),
  ...Object.fromEntries(DEMO_SETTINGS.map((field) => [field, config[field]])),
  isDemo: true,
});

function readVariable(variable: Variable<unknown>, environment: Environment, errors: string[]): unknown {
  const { name, rule, isNullable, isSecret } = variable;
  const given = environment[name];
  const text = given === undefined || (given === "" && !isNullable) ? variable.default : given;
  if (text === "" && isNullable) return null;
  const { success, data, error } = rule.safeParse(text);
  if (success) return data;
  const shown = isSecret ? "" : ` (it is "${redactValue(text)}")`;
  errors.push(...error.issues.map(({ message }) => errorLine(variable, `${message}${shown}`)));
  return undefined;
}

const errorLine = ({ name, example }: Variable<unknown>, message: string): string =>
  `${name} ${message}; for example ${name}=${example}`;

/** Reports providers with missing variables, which would otherwise be ignored silently. */
function findMissingSettings(config: Config): string[] {
  const { aiProvider, perplexityApiKey, aiBaseUrl, aiModel, isDemo, databaseUrl } = config;
  const { oidcIssuer, oidcClientId, oidcClientSecret, smtpUrl, mailFrom } = config;
  const issuer = oidcIssuer === null ? null : new URL(oidcIssuer);
  const isUnlistedHttpIssuer =
    issuer?.protocol === "http:" &&
    !config.outboundAllow.includes(`${issuer.hostname}:${issuer.port || "80"}`);
  const isCompatible = aiProvider === "openai-compatible";
  const rules: [boolean, Variable<unknown>, string][] = [
    [
      aiProvider === "perplexity" && perplexityApiKey === null,
      VARIABLES.perplexityApiKey,
      "AI_PROVIDER=perplexity",
    ],
    [isCompatible && aiBaseUrl === null, VARIABLES.aiBaseUrl, "AI_PROVIDER=openai-compatible"],
    [(isCompatible || aiBaseUrl !== null) && aiModel === null, VARIABLES.aiModel, "AI_BASE_URL"],
    [oidcIssuer !== null && oidcClientId === null, VARIABLES.oidcClientId, "OIDC_ISSUER"],
    [oidcIssuer !== null && oidcClientSecret === null, VARIABLES.oidcClientSecret, "OIDC_ISSUER"],
    [oidcIssuer === null && oidcClientId !== null, VARIABLES.oidcIssuer, "OIDC_CLIENT_ID"],
    [isUnlistedHttpIssuer, VARIABLES.outboundAllow, "an OIDC_ISSUER without https"],
    [smtpUrl !== null && mailFrom === null, VARIABLES.mailFrom, "SMTP_URL"],
  ];
  if (isDemo && !isFileUrl(databaseUrl))
    return ["DEMO=on needs a database file of its own; for example DATABASE_URL=file:./data/demo.db"];
  return rules.flatMap(([isMissing, variable, companion]) =>
    isMissing ? [errorLine(variable, `is required with ${companion}`)] : [],
  );
}

/** Returns a setting's value for logs and messages: an address without its password and query. */
export function redactValue(text: string): string {
  if (!text.includes("://")) return text;
  if (!URL.canParse(text)) return hideSecrets(text);
  const url = new URL(text);
  const { username, password, search, protocol } = url;
  // A database's account name is not secret, but a username in a web address may be a token.
  const hasSecretName = username !== "" && protocol.startsWith("http");
  if (!hasSecretName && password === "" && search === "") return text;
  if (hasSecretName) url.username = "";
  url.password = "";
  url.search = search === "" ? "" : "…";
  return decodeURI(url.href);
}
