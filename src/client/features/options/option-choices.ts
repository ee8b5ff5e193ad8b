import type { SelectOption } from "#client/ui/form/select.tsx";
import { optionLabel } from "#shared/kernel/text-rules.ts";

/** Returns a filter's choices: the options, other values in the data, and the value from a link. */
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
  return byLabel(values.values());
}

/** Returns the value of the choice that a filter names, ignoring case. */
export const chosenIn = (choices: readonly SelectOption[], value: string | null): string =>
  choices.find((choice) => choice.value.toLowerCase() === value?.toLowerCase())?.value ?? "";

/**
 * Returns a form's choices: the options and the form's values. A value replaces an option that differs only in case.
 */
export function formChoices(options: readonly string[], held: readonly string[]): SelectOption[] {
  const values = new Map(options.map((value) => [value.toLowerCase(), value]));
  for (const value of held) if (value !== "") values.set(value.toLowerCase(), value);
  return byLabel(values.values());
}

const byLabel = (values: Iterable<string>): SelectOption[] =>
  [...values]
    .map((value) => ({ value, label: optionLabel(value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, "en-US"));
