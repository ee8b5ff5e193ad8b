/** The limit to measure against: `node:http` with nothing around it, doing the same work as the product's calls. */
import { argon2, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

const [, , bytesFile, databaseFile] = process.argv;

function send(response: ServerResponse, body: Buffer): void {
  response.setHeader("Content-Type", "application/json; charset=utf-8");
  response.setHeader("Content-Length", body.length);
  response.end(body);
}

const list = bytesFile === undefined ? Buffer.from("[]") : readFileSync(bytesFile);
const handlers: Record<string, Handler> =
  databaseFile === undefined ? {} : await databaseHandlers(databaseFile);

type Handler = (response: ServerResponse, request: IncomingMessage) => void;

async function databaseHandlers(file: string): Promise<Record<string, Handler>> {
  const { default: Database } = await import("better-sqlite3");
  const sqlite = new Database(file);
  sqlite.pragma("journal_mode = WAL");
  sqlite.pragma("synchronous = FULL");
  sqlite.exec("create table if not exists bench_rows (id integer primary key, body text) strict");
  const rows = sqlite.prepare<[], { tags: string; releaseNotes: string }>(
    "select * from ai_tools order by dateUpdated desc, id desc",
  );
  const session = sqlite.prepare("select * from session limit 1");
  const user = sqlite.prepare("select id, username, email, role, createdAt from users limit 1");
  const insert = sqlite.prepare("insert into bench_rows (body) values (?)");
  const readWho = () => {
    session.get();
    return user.get();
  };
  return {
    "/rows": (response) => {
      const parsed = rows
        .all()
        .map((row) => ({ ...row, tags: JSON.parse(row.tags), releaseNotes: JSON.parse(row.releaseNotes) }));
      send(response, Buffer.from(JSON.stringify(parsed)));
    },
    "/who": (response) => {
      send(response, Buffer.from(JSON.stringify(readWho())));
    },
    "/comment": (response, request) => {
      let text = "";
      request.on("data", (chunk) => (text += String(chunk)));
      request.on("end", () => {
        readWho();
        insert.run(text.padEnd(250, "x"));
        send(response, Buffer.from('{"ok":true}'));
      });
    },
    "/insert": (response) => {
      insert.run("x".repeat(500));
      send(response, Buffer.from('{"ok":true}'));
    },
  };
}

const server = createServer((request, response) => {
  const path = request.url ?? "/";
  const handler = handlers[path];
  if (handler) handler(response, request);
  else if (path === "/304") response.writeHead(304).end();
  else if (path === "/argon2") {
    const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
    argon2("argon2id", { ...cost, message: "secret-pass", nonce: randomBytes(16) }, () => {
      send(response, Buffer.from("{}"));
    });
  } else send(response, list);
});

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.stdout.write(`listening on http://127.0.0.1:${typeof address === "object" ? address?.port : 0}\n`);
});
