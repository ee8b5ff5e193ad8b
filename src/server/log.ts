import { pino, stdSerializers } from "pino";
import type { Logger } from "pino";
import pretty from "pino-pretty";

import type { Config } from "./config.ts";

export type Log = Logger;

/** One JSON line per event on standard output, or coloured lines in development; never a cookie or a key. */
export function createLog(config: Pick<Config, "logLevel" | "isProduction">): Log {
  const options = {
    level: config.logLevel,
    redact: ["req.headers.cookie", "req.headers.authorization", 'res.headers["set-cookie"]'],
    serializers: { err: stdSerializers.err },
  };
  return config.isProduction ? pino(options) : pino(options, pretty({ ignore: "pid,hostname", sync: true }));
}
