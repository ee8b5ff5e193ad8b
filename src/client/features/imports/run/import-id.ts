/** A UUID for an import: by hand, since browsers have `crypto.randomUUID` only on pages that came by HTTPS. */
export function newImportId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  // Version 4 and its variant stand in two fixed places.
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/u, "$1-$2-4$3-8$4-$5");
}
