/** Creates a UUID for an import. Browsers provide `crypto.randomUUID` only on HTTPS pages. */
export function newImportId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  // Version 4 and its variant have two fixed positions.
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/u, "$1-$2-4$3-8$4-$5");
}
