import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { ZodError } from "zod";

import { replyTo } from "#server/errors.ts";
import type { Context } from "#server/web/trpc/context.ts";

/** What an assistant is told of an error: our own as they are, with the field; the inside of any other goes to the log only. */
export function describeError(
  { app, requestId }: Context,
  error: unknown,
): { status: number; message: string } {
  if (error instanceof ProtocolError) return { status: 400, message: error.message };
  if (error instanceof ZodError)
    return {
      status: 400,
      message: describeIssue(error.issues[0] ?? { path: [], message: "The input is invalid" }),
    };
  const { status, body } = replyTo(error, requestId);
  if (status === 500) app.log.error({ err: error, requestId }, "a call of an assistant failed");
  const path = body.issues?.find(({ message }) => message === body.message)?.path;
  return { status, message: path ? `${path}: ${body.message}` : body.message };
}

/** "tags.1: Item 2 of tags must be text" */
export const describeIssue = ({ path, message }: { path: readonly PropertyKey[]; message: string }): string =>
  path.length === 0 ? message : `${path.map(String).join(".")}: ${message}`;

/** The same where the protocol has no result that says so. */
export function protocolError(context: Context, error: unknown): ProtocolError {
  if (error instanceof ProtocolError) return error;
  const { status, message } = describeError(context, error);
  const isOfCaller = status === 400 || status === 404;
  return new ProtocolError(
    isOfCaller ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError,
    message,
  );
}

/** Answers a request of the protocol; whatever goes wrong becomes an error of the protocol. */
export const answering =
  <Asked extends unknown[], Answer>(context: Context, answer: (...asked: Asked) => Promise<Answer>) =>
  async (...asked: Asked): Promise<Answer> => {
    try {
      return await answer(...asked);
    } catch (error) {
      throw protocolError(context, error);
    }
  };
