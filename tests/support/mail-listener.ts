import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setDefaultCACertificates, getCACertificates } from "node:tls";

import { SMTPServer, type SMTPServerOptions } from "smtp-server";

/** Key and certificate of the mail server, for `localhost`. */
const PEM = readFileSync(join(import.meta.dirname, "mail-server.pem"), "utf8");

export interface ReceivedMail {
  to: string[];
  /** The message as sent. */
  raw: string;
  headers: ReadonlyMap<string, string>;
  /** The decoded parts. */
  text: string;
  html: string;
}

export interface MailServer {
  url: string;
  mails: ReceivedMail[];
  /** Replies to the next recipients with these statuses, or accepts null. */
  refuseNext(...statuses: (number | null)[]): void;
  close(): Promise<void>;
}

/** A mail server on this machine that accepts every mail by default. */
export async function startMailServer(
  options: SMTPServerOptions & { user?: string; password?: string; isTls?: boolean } = {},
): Promise<MailServer> {
  const { user = "", password = "", isTls = false, ...rest } = options;
  if (isTls)
    setDefaultCACertificates([...getCACertificates("default"), PEM.slice(PEM.indexOf("-----BEGIN CERT"))]);
  const mails: ReceivedMail[] = [];
  const refusals: (number | null)[] = [];
  const server = new SMTPServer({
    authOptional: user === "",
    disabledCommands: [...(isTls ? [] : ["STARTTLS"]), ...(user === "" ? ["AUTH"] : [])],
    logger: false,
    key: PEM,
    cert: PEM,
    onAuth(auth, _session, done) {
      const isRight = auth.username === user && auth.password === password;
      if (isRight) done(null, { user });
      else done(Object.assign(new Error("Wrong password"), { responseCode: 535 }));
    },
    onRcptTo(_address, _session, done) {
      const responseCode = refusals.shift() ?? null;
      done(responseCode === null ? null : Object.assign(new Error("Not now"), { responseCode }));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        mails.push(readMail(Buffer.concat(chunks).toString(), to));
        done();
      });
    },
    ...rest,
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve());
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server's address is always this
  const { port } = server.server.address() as AddressInfo;
  const login = user === "" ? "" : `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`;
  return {
    url: `${rest.secure ? "smtps" : "smtp"}://${login}${isTls ? "localhost" : "127.0.0.1"}:${port}`,
    mails,
    refuseNext: (...statuses) => {
      refusals.push(...statuses);
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** Parses a mail with a text and an HTML part. */
function readMail(raw: string, to: string[]): ReceivedMail {
  const end = raw.indexOf("\r\n\r\n");
  const headers = readHeaders(raw.slice(0, end));
  const boundary = /boundary="?([^";]+)/u.exec(headers.get("content-type") ?? "")?.[1] ?? "";
  const parts = raw.slice(end).split(`--${boundary}`).map(readPart);
  const find = (type: string) => parts.find((part) => part.type.startsWith(type))?.body ?? "";
  return { to, raw, headers, text: find("text/plain"), html: find("text/html") };
}

function readHeaders(text: string): Map<string, string> {
  const lines = text.replaceAll(/\r\n[ \t]+/gu, " ").split("\r\n");
  return new Map(
    lines.map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim())];
    }),
  );
}

function readPart(part: string): { type: string; body: string } {
  const text = part.replace(/^\r\n/u, "");
  const end = text.indexOf("\r\n\r\n");
  const headers = readHeaders(text.slice(0, end));
  const body = text.slice(end + 4).replace(/\r\n$/u, "");
  const encoding = headers.get("content-transfer-encoding") ?? "";
  const decoded =
    encoding === "base64"
      ? Buffer.from(body, "base64").toString()
      : encoding === "quoted-printable"
        ? fromQuotedPrintable(body.replaceAll("=\r\n", ""))
        : body;
  return { type: headers.get("content-type") ?? "", body: decoded.replaceAll("\r\n", "\n") };
}

const fromQuotedPrintable = (text: string): string =>
  Buffer.from(
    text.replaceAll(/=([\dA-F]{2})/gu, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16))),
    "latin1",
  ).toString();

/** Decodes the words of a header that are not ASCII (RFC 2047). */
const decodeWords = (text: string): string =>
  text
    .replaceAll(/\?=\s+=\?/gu, "?==?")
    .replaceAll(/=\?utf-8\?([bq])\?(.*?)\?=/giu, (_, how: string, word: string) =>
      how.toLowerCase() === "b"
        ? Buffer.from(word, "base64").toString()
        : fromQuotedPrintable(word.replaceAll("_", " ")),
    );
