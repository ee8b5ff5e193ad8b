import { type JSONRPCMessage, type McpServer, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { z } from "zod";

import { describeIssue } from "./refusals.ts";

const issuesSchema = z.array(
  z.looseObject({ path: z.array(z.union([z.string(), z.number()])), message: z.string() }),
);

/** Makes the server describe invalid parameters in a sentence. The library would return validation issues as JSON. */
export function withPlainErrors(mcp: McpServer): McpServer {
  const { server } = mcp;
  const connect = server.connect.bind(server);
  server.connect = (transport) => {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => send(plain(message), options);
    return connect(transport);
  };
  return mcp;
}

function plain(message: JSONRPCMessage): JSONRPCMessage {
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
