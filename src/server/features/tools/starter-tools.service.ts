import type { NewTool } from "#shared/tools.ts";

import { starterTools } from "./starter-catalogue.ts";

/** The well-known tools that a first catalogue can begin with. */
export const listStarterTools = (): readonly NewTool[] => starterTools;
