import { destination, pino, stdSerializers } from "pino";
import type { Logger } from "pino";
import pretty from "pino-pretty";

import type { Config } from "./config/config.ts";

export type Log = Logger;

const STANDARD_OUTPUT = 1;

/** Creates a log with one JSON line per event, or coloured lines in development. Never logs cookies or keys. */
export function createLog(
  config: Pick<Config, "logLevel" | "isProduction">,
  descriptor = STANDARD_OUTPUT,
): Log {
  const options = {
    level: config.logLevel,
    redact: ["req.headers.cookie", "req.headers.authorization", 'res.headers["set-cookie"]'],
    serializers: { err: stdSerializers.err },
  };
  return config.isProduction
    ? pino(options, destination({ dest: descriptor, sync: true }))
    : pino(options, pretty({ destination: descriptor, ignore: "pid,hostname", sync: true }));
}
