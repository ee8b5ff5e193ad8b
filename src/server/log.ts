import { destination, pino, stdSerializers } from "pino";
import type { Logger } from "pino";

import type { Config } from "./config/config.ts";

export type Log = Logger;

const STANDARD_OUTPUT = 1;

/** Creates a log with one JSON line per event, or coloured lines in development. Never logs cookies or keys. */
export async function createLog(
  config: Pick<Config, "logLevel" | "isProduction">,
  descriptor = STANDARD_OUTPUT,
): Promise<Log> {
  const options = {
    level: config.logLevel,
    redact: ["req.headers.cookie", "req.headers.authorization", 'res.headers["set-cookie"]'],
    serializers: { err: stdSerializers.err },
  };
  if (config.isProduction) return pino(options, destination({ dest: descriptor, sync: true }));
  const { default: pretty } = await import("pino-pretty");
  return pino(options, pretty({ destination: descriptor, ignore: "pid,hostname", sync: true }));
}
