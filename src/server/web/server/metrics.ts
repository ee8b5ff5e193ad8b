import { type Request, type Response, Router } from "express";
import ipaddr from "ipaddr.js";
import { Registry } from "prom-client";

import type { App } from "#server/app.ts";
import { systemFacts } from "#server/features/system/system.service.ts";
import { authorize } from "#server/web/trpc/access.ts";
import { createContext } from "#server/web/trpc/context.ts";

import { writeMetrics } from "./metric-table.ts";
import { ownHostCheck } from "./own-host.ts";
import { onlyMethods } from "./replies.ts";
import { named } from "./route-names.ts";
import { PRIVATE_REPLY } from "./security-headers.ts";

/** Headers that a proxy adds to forwarded requests. */
const TRACE_OF_A_PROXY = /^(?:forwarded|via|x-forwarded-.+|x-real-ip|x-client-ip|cf-connecting-ip)$/u;

/**
 * Serves `/metrics` in Prometheus format: for admins, their tokens, and programs on this machine. Accepts any host
 * name, as health checks do.
 */
export function metricsRouter(app: App): Router {
  const router = Router();
  const isOwnName = ownHostCheck({ config: { ...app.config, publicUrl: null } });

  /**
   * True for a direct request from a program on this machine. Excludes visitors through a local proxy. Also excludes
   * pages led here by DNS rebinding, since their host name is not ours.
   */
  const isFromThisMachine = ({ socket, headers }: Request): boolean =>
    isLoopback(socket.remoteAddress ?? "") &&
    isOwnName(headers.host) &&
    !Object.keys(headers).some((name) => TRACE_OF_A_PROXY.test(name));

  async function serve(request: Request, response: Response): Promise<void> {
    if (!isFromThisMachine(request))
      await authorize(await createContext(app, request, response), "admin", "read");
    const text = await writeMetrics(await systemFacts(app), app.requests.registry);
    for (const [name, value] of PRIVATE_REPLY) response.setHeader(name, value);
    response.setHeader("Content-Type", Registry.PROMETHEUS_CONTENT_TYPE);
    response.send(text);
  }

  router.all("/metrics", named("metrics"), onlyMethods("GET", "HEAD"), (request, response) =>
    serve(request, response),
  );
  return router;
}

const isLoopback = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === "loopback";
