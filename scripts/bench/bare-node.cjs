/** The fastest start that Node.js allows: one file, no types to strip, one response. */
const { createServer } = process.getBuiltinModule("node:http");

const server = createServer((_request, response) => {
  response.setHeader("Content-Type", "application/json; charset=utf-8");
  response.end('{"status":"ok"}');
});

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.stdout.write(`listening on http://127.0.0.1:${typeof address === "object" ? address?.port : 0}\n`);
});
