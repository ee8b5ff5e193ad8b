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

/** What a proxy adds to a request that it passes on. */
const TRACE_OF_A_PROXY = /^(?:forwarded|via|x-forwarded-.+|x-real-ip|x-client-ip|cf-connecting-ip)$/u;

/**
 * `/metrics`, in the format of Prometheus: for admins and their tokens, and for programs on this machine. Collectors ask
 * under whatever name they have for the machine, as for the health.
 */
export function metricsRouter(app: App): Router {
  const router = Router();
  const isOwnName = ownHostCheck({ config: { ...app.config, publicUrl: null } });

  /**
   * Whether a program on this machine asks, and nobody through it: no visitor of a proxy that runs here, and no page
   * in a browser here that a stranger's name server led to this address (DNS rebinding), as such a page has a name that
   * is not ours.
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
