/** Entry point of the built program. */
import { runBuilt } from "./code-loader.ts";

runBuilt(import.meta.dirname, "main.cjs");
