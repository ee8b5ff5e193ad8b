import type { SelectOption } from "#client/ui/select.tsx";
import { optionLabel } from "#shared/labels.ts";

/** What a filter offers: the options, and beside them whatever stands in the data or was chosen by a link. */
export function filterChoices(
  options: readonly string[],
  present: Iterable<string | null>,
  chosen: string | null,
): SelectOption[] {
  const values = new Map<string, string>();
  for (const value of [...options, ...present, chosen]) {
    const key = value?.trim().toLowerCase() ?? "";
    if (value !== null && key !== "" && !values.has(key)) values.set(key, value);
  }
  return [...values.values()]
    .map((value) => ({ value, label: optionLabel(value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, "en-US"));
}
