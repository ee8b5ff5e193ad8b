import { createHmac } from "node:crypto";

import type { ChannelRow } from "#db/schema.ts";
import type { App } from "#server/app.ts";
import { failure, type SendResult } from "#server/features/deliveries/deliveries.service.ts";
import { asDiscord, asSlack, asTeams } from "#server/features/messages/as-chat.ts";
import { asMail } from "#server/features/messages/as-mail.ts";
import type { Message } from "#server/features/messages/message.ts";
import { OutboundError } from "#server/outside/http/http-client.ts";
import { MailError } from "#server/outside/mail/mail-sender.ts";
import { type ChannelKind, NO_MAIL_MESSAGE } from "#shared/channels/delivery-words.ts";

/** Message for chats and mail, and the data that webhooks receive instead. */
export interface ChannelMessage {
  message: Message;
  type: "brief" | "events" | "test";
  data: unknown;
}

export interface Attempt {
  /** The same in each attempt, so that receivers can drop duplicates. */
  id: string;
  /** Addresses that haven't accepted the message yet. Null for all. */
  recipients: readonly string[] | null;
  signal: AbortSignal;
}

const MAX_REPLY_BYTES = 64 * 1024;
const WEBHOOK_TIMEOUT_MS = 20_000;

/** Makes one attempt to send a message to a channel. Never throws for failures of the receiver. */
export async function sendToChannel(
  app: App,
  channel: ChannelRow,
  content: ChannelMessage,
  attempt: Attempt,
): Promise<SendResult> {
  if (channel.kind === "email") {
    const { name, address } = channel;
    const to = attempt.recipients ?? readEmails(address);
    const reason = `You receive this because a StackLoop administrator added you to the list “${name}”.`;
    return sendToList(app, { name, to, reason }, content.message, attempt);
  }
  const body = bodyFor(app, channel.kind, content);
  const headers = { "content-type": "application/json", ...signatureFor(app, channel, attempt.id, body) };
  try {
    await app.integrations.hooks.send({
      url: channel.address,
      method: "POST",
      headers,
      body,
      maxBytes: MAX_REPLY_BYTES,
      timeoutMs: WEBHOOK_TIMEOUT_MS,
      tries: 1,
      isQueued: false,
      signal: attempt.signal,
    });
    return { kind: "sent", note: null };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    // The message was accepted. Only the reply is too long.
    if (error.kind === "too large") return { kind: "sent", note: null };
    return {
      kind: "failed",
      error: describeFailure(error),
      retryAfterMs: error.retryAfterMs,
      isGone: error.status === 410,
    };
  }
}

const describeFailure = ({ kind, status }: OutboundError): string => {
  if (status !== null) return `The address answered with status ${status}`;
  if (kind === "refused") return "That address is not allowed";
  return kind === "too slow" ? "The address didn't answer in time" : "Couldn't reach the address";
};

function bodyFor(app: App, kind: ChannelKind, { message, type, data }: ChannelMessage): string {
  switch (kind) {
    case "slack":
      return JSON.stringify(asSlack(message));
    case "teams":
      return JSON.stringify(asTeams(message));
    case "discord":
      return JSON.stringify(asDiscord(message));
    default:
      return JSON.stringify({ type, timestamp: app.now().toISOString(), data });
  }
}

/** Returns the headers of a signed webhook (https://www.standardwebhooks.com). Empty for other kinds. */
function signatureFor(app: App, { secret }: ChannelRow, id: string, body: string): Record<string, string> {
  if (secret === null) return {};
  const timestamp = Math.floor(app.now().getTime() / 1000);
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": `v1,${signature}`,
  };
}

export const SECRET_PREFIX = "whsec_";

/** Recipients of the same mail. They don't see each other's addresses. */
interface MailList {
  name: string;
  to: readonly string[];
  /** Sentence in the mail that says why the recipients get it. */
  reason: string;
}

/** Makes one attempt to send a mail to a list. Never throws for failures of the mail server. */
export async function sendToList(
  app: App,
  { name, to, reason }: MailList,
  message: Message,
  { id, signal }: Pick<Attempt, "id" | "signal">,
): Promise<SendResult> {
  const { mail } = app.integrations;
  if (mail === null) return failure(NO_MAIL_MESSAGE);
  try {
    const refused = await mail.send(
      { id, to, listName: name, ...asMail(message, { text: reason, link: null }), unsubscribeUrl: null },
      signal,
    );
    if (refused.length === 0) return { kind: "sent", note: null };
    const error = `Refused: ${refused.map((one) => `${one.address} (${one.reason})`).join(", ")}`.slice(
      0,
      500,
    );
    const retriable = refused.filter(({ isFinal }) => !isFinal).map((one) => one.address);
    return retriable.length > 0
      ? { kind: "partly", recipients: retriable, error }
      : { kind: "sent", note: error };
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    return failure(error.message);
  }
}

/** Parses the stored addresses of an email channel. */
export function readEmails(address: string): string[] {
  const emails: unknown = JSON.parse(address);
  return Array.isArray(emails) ? emails.map(String) : [];
}
