/** Returns the label of an option such as `software-dev`: split at hyphens, each word capitalised. */
export function optionLabel(value: string): string {
  return value
    .split("-")
    .filter((word) => word !== "")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
}
