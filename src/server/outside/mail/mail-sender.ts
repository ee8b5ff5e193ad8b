import { UpstreamError } from "#server/errors.ts";
import { lazy } from "#shared/kernel/lazy.ts";
import { type Mailbox, readMailbox } from "#shared/mail/personal-mail.ts";

/** Mail before its headers are written. */
export interface OutgoingMail {
  /** Id that stays the same in each attempt, so that mail servers can drop duplicates. */
  id: string;
  to: readonly string[];
  /** Name of a list whose members don't see each other. Null for a mail to one person. */
  listName: string | null;
  subject: string;
  text: string;
  html: string;
  /** Address that unsubscribes from such mails with one POST (RFC 8058). */
  unsubscribeUrl: string | null;
}

/** Address that the mail server refused. */
interface RefusedAddress {
  address: string;
  /** False if the server asks to try again, as with greylisting. */
  isFinal: boolean;
  reason: string;
}

export interface MailSender {
  /**
   * Sends a mail to the mail server. Returns the refused addresses if others were accepted. Throws a MailError if none
   * was.
   */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<RefusedAddress[]>;
}

type MailErrorKind = "unreachable" | "login" | "refused";

const MESSAGES: Record<MailErrorKind | "too slow", string> = {
  unreachable: "The mail server couldn't be reached",
  login: "The mail server refused the username or password in SMTP_URL",
  refused: "The mail server refused the message",
  "too slow": "The mail server didn't answer in time",
};

/** Error of the mail server. Its message can be shown, and contains no secrets. */
export class MailError extends UpstreamError<MailErrorKind> {
  override readonly name = "MailError";

  constructor(kind: MailErrorKind | "too slow", reason: string, status: number | null) {
    super(reason === "" ? MESSAGES[kind] : `${MESSAGES[kind]}: ${reason}`, kind, reason, { status });
  }
}

const CONNECT_MS = 10_000;
const GREETING_TIMEOUT_MS = 15_000;
const SOCKET_TIMEOUT_MS = 20_000;
const MAX_REASON = 200;

/** Hosts that may receive passwords without encryption. */
const LOCAL_HOST = /^(?:localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/u;

/** Creates the sender for a mail server. The address contains user and password, if it needs them. */
export function createMailSender(smtpUrl: string, mailFrom: string): MailSender {
  const url = new URL(smtpUrl);
  const [user, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  const isSecure = url.protocol === "smtps:";
  const from = readMailbox(mailFrom);
  if (from === null) throw new Error("MAIL_FROM is not an address");
  const redact = createRedactor([user, password]);
  const transport = lazy(async () => {
    const { createTransport } = await import("nodemailer");
    return createTransport({
      host: url.hostname.replaceAll(/[[\]]/gu, ""),
      port: url.port === "" ? (isSecure ? 465 : 587) : Number(url.port),
      secure: isSecure,
      // Passwords are sent without encryption to this machine only.
      requireTLS: !isSecure && user !== "" && !LOCAL_HOST.test(url.hostname),
      ...(user !== "" && { auth: { user, pass: password } }),
      connectionTimeout: CONNECT_MS,
      greetingTimeout: GREETING_TIMEOUT_MS,
      socketTimeout: SOCKET_TIMEOUT_MS,
      dnsTimeout: CONNECT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  });
  return {
    async send(mail, signal) {
      try {
        const { rejectedErrors } = await (await transport()).sendMail(toMessage(mail, from, signal));
        return (rejectedErrors ?? []).flatMap(({ recipient, responseCode, response }) =>
          recipient === undefined
            ? []
            : [{ address: recipient, isFinal: isFinal(responseCode), reason: redact(response) }],
        );
      } catch (error) {
        throw toMailError(error, signal, redact);
      }
    },
  };
}

function toMessage(mail: OutgoingMail, from: Mailbox, signal: AbortSignal) {
  const { id, to, listName, subject, text, html, unsubscribeUrl } = mail;
  return {
    from,
    // Members of a list don't see each other.
    to: listName === null ? [...to] : { name: oneLine(listName), address: from.address },
    envelope: { from: from.address, to: [...to] },
    messageId: `<${id}@${from.address.slice(from.address.lastIndexOf("@") + 1)}>`,
    subject: oneLine(subject),
    text,
    html,
    headers: {
      "Auto-Submitted": "auto-generated",
      ...(unsubscribeUrl !== null && {
        "List-Unsubscribe": `<${unsubscribeUrl}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
    },
    signal,
  };
}

/** Removes line breaks, which would begin another header. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\s]+/gu, " ").trim();

const isFinal = (status: number | undefined): boolean => status !== undefined && status >= 500;

/** Creates a function that shortens the mail server's replies and removes secrets from them. */
function createRedactor(secrets: readonly string[]) {
  const secretTexts = secrets.flatMap((secret) =>
    secret === "" ? [] : [secret, Buffer.from(secret).toString("base64")],
  );
  return (text: string | undefined): string =>
    secretTexts
      .reduce((shown, secret) => shown.replaceAll(secret, "…"), oneLine(text ?? ""))
      .slice(0, MAX_REASON);
}

function toMailError(
  error: unknown,
  signal: AbortSignal,
  redact: ReturnType<typeof createRedactor>,
): MailError {
  const { code, responseCode, response } = readFailure(error);
  if (signal.aborted || code === "ETIMEDOUT") return new MailError("too slow", "", null);
  if (code === "EAUTH") return new MailError("login", "", responseCode ?? null);
  if (code === "ETLS") return new MailError("unreachable", "it offers no encryption", null);
  if (responseCode !== undefined) return new MailError("refused", redact(response), responseCode);
  return new MailError("unreachable", "", null);
}

/** Returns the fields of nodemailer's errors. */
function readFailure(error: unknown): { code?: string; responseCode?: number; response?: string } {
  if (!(error instanceof Error)) return {};
  const fields = new Map<string, unknown>(Object.entries(error));
  const [code, responseCode, response] = ["code", "responseCode", "response"].map((name) => fields.get(name));
  return {
    ...(typeof code === "string" && { code }),
    ...(typeof responseCode === "number" && { responseCode }),
    ...(typeof response === "string" && { response }),
  };
}
