import type { RequestHandler } from "express";

/** Lets these methods pass; any other is told with 405 which ones there are. */
export function onlyMethods(...methods: string[]): RequestHandler {
  return (request, response, next) => {
    if (methods.includes(request.method)) {
      next();
      return;
    }
    response.setHeader("Allow", methods.join(", "));
    response.status(405).json({ message: `Use ${methods.join(" or ")} here`, code: "METHOD_NOT_SUPPORTED" });
  };
}
