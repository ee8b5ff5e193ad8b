import type { SelectOption } from "#client/ui/form/select.tsx";
import { optionLabel } from "#shared/kernel/labels.ts";

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
  return byLabel(values.values());
}

/** The value of the choice that a filter names, in whatever letter case. */
export const chosenIn = (choices: readonly SelectOption[], value: string | null): string =>
  choices.find((choice) => choice.value.toLowerCase() === value?.toLowerCase())?.value ?? "";

/** What a form offers: the options, and what the form holds; that takes the place of one that differs in case only. */
export function formChoices(options: readonly string[], held: readonly string[]): SelectOption[] {
  const values = new Map(options.map((value) => [value.toLowerCase(), value]));
  for (const value of held) if (value !== "") values.set(value.toLowerCase(), value);
  return byLabel(values.values());
}

const byLabel = (values: Iterable<string>): SelectOption[] =>
  [...values]
    .map((value) => ({ value, label: optionLabel(value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, "en-US"));
