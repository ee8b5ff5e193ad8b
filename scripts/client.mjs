/**
 * Entry point of `stackloop/client` in a clone, or in a project linked by `npm install PATH`: the built client, or an
 * error with the reason. Plain JavaScript for any Node ≥ 18.
 */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const built = new URL("../dist/client-package/client.js", import.meta.url);
if (!existsSync(built)) {
  const clone = fileURLToPath(new URL("..", import.meta.url));
  throw new Error(
    `StackLoop's typed client isn't built yet. Run "npm run client-package" in ${clone}, or install it from a running server: npm install http://HOST/api/client.tgz`,
  );
}
/** @type {typeof import("../src/client/api/stackloop-client.ts")} */
const client = await import(built.href);
export const { createStackloopClient, StackloopError } = client;
