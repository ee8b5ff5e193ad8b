/** The label of an option value such as `software-dev`: split on hyphens, each word capitalised. */
export function optionLabel(value: string): string {
  return value
    .split("-")
    .filter((word) => word !== "")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
}
