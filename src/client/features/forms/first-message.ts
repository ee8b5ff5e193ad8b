/** The first sentence in the errors of a field; a list keeps those of its items by position. */
export function firstMessage(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  if ("message" in error && typeof error.message === "string") return error.message;
  return Object.values(error)
    .map((part) => firstMessage(part))
    .find((message) => message !== undefined);
}
