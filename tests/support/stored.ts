import { newToolSchema, type Tool } from "#shared/tools/tools.ts";

/** A tool as it is stored, of which nothing is said but its name. */
export const buildTool = (fields: Partial<Tool> = {}): Tool => ({
  id: "1",
  ...newToolSchema.parse({ name: "Plain" }),
  dateUpdated: "2024-03-04T10:00:00.000Z",
  userId: "u1",
  revision: 1,
  ...fields,
});
