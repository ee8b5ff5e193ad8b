import {
  type JSONRPCMessage,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
} from "@modelcontextprotocol/server";
import { z, ZodError } from "zod";

import { replyTo } from "#server/errors.ts";
import type { Context } from "#server/web/trpc/context.ts";

const issuesSchema = z.array(
  z.looseObject({ path: z.array(z.union([z.string(), z.number()])), message: z.string() }),
);

/** Makes the server describe invalid parameters in a sentence. The library would return validation issues as JSON. */
export function withPlainErrors(mcp: McpServer): McpServer {
  const { server } = mcp;
  const connect = server.connect.bind(server);
  server.connect = (transport) => {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => send(toPlainError(message), options);
    return connect(transport);
  };
  return mcp;
}

function toPlainError(message: JSONRPCMessage): JSONRPCMessage {
  if (!("error" in message)) return message;
  const [issue] = readIssues(message.error.message);
  if (issue === undefined) return message;
  const path = issue.path[0] === "params" ? issue.path.slice(1) : issue.path;
  const error = { code: ProtocolErrorCode.InvalidParams, message: describeIssue({ ...issue, path }) };
  return { ...message, error };
}

function readIssues(text: string) {
  const json = /^(?:Invalid [\w/]+ request: )?(?<json>\[\s.*\])$/su.exec(text)?.groups?.["json"];
  if (json === undefined) return [];
  try {
    return issuesSchema.safeParse(JSON.parse(json)).data ?? [];
  } catch {
    return [];
  }
}

/**
 * Describes an error to an assistant: our own errors with their field, others without internals, which are only
 * logged.
 */
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
  if (status === 500) app.log.error({ err: error, requestId }, "an assistant's call failed");
  const path = body.issues?.find(({ message }) => message === body.message)?.path;
  return { status, message: path ? `${path}: ${body.message}` : body.message };
}

/** "tags.1: Item 2 of tags must be text" */
export const describeIssue = ({ path, message }: { path: readonly PropertyKey[]; message: string }): string =>
  path.length === 0 ? message : `${path.map(String).join(".")}: ${message}`;

/** Converts an error for requests whose result type can't express errors. */
export function protocolError(context: Context, error: unknown): ProtocolError {
  if (error instanceof ProtocolError) return error;
  const { status, message } = describeError(context, error);
  const isCallerError = status === 400 || status === 404;
  return new ProtocolError(
    isCallerError ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError,
    message,
  );
}

/** Answers a protocol request. Converts every error to a protocol error. */
export const withProtocolErrors =
  <Args extends unknown[], Answer>(context: Context, answer: (...args: Args) => Promise<Answer>) =>
  async (...args: Args): Promise<Answer> => {
    try {
      return await answer(...args);
    } catch (error) {
      throw protocolError(context, error);
    }
  };
