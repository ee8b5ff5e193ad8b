/** Entry point of the built worker threads. */
import { runBuilt } from "./code-loader.ts";

runBuilt(import.meta.dirname, "tasks.cjs");
