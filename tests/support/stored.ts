import { newToolSchema, type Tool } from "#shared/tools/tools.ts";

/** A stored tool with only a name. */
export const buildTool = (fields: Partial<Tool> = {}): Tool => ({
  id: "1",
  ...newToolSchema.parse({ name: "Plain" }),
  dateUpdated: "2024-03-04T10:00:00.000Z",
  userId: "u1",
  revision: 1,
  ...fields,
});
