import { useMemo } from "react";

import { OptionFilter } from "#client/features/options/option-filter.tsx";
import { Select } from "#client/ui/form/select.tsx";
import { type ReadingFilter, topicsOf } from "#shared/readings/reading-filter.ts";
import type { ListedReading, Reading } from "#shared/readings/readings.ts";

import type { ReadingOrder } from "./readings-view-url.ts";

const ORDERS = [
  { value: "added", label: "Newest first" },
  { value: "commented", label: "Last comment first" },
] as const;

/** Sorts readings, which are newest first, by their last comment if requested. */
export const sortReadings = (
  readings: readonly ListedReading[],
  order: ReadingOrder,
): readonly ListedReading[] =>
  order === "added"
    ? readings
    : readings.toSorted(
        (one, two) => Date.parse(two.lastCommentAt ?? "1970") - Date.parse(one.lastCommentAt ?? "1970"),
      );

/** Returns menu entries with the orders of the list. */
export const orderEntries = (order: ReadingOrder, onSort: (order: ReadingOrder) => void) =>
  ORDERS.map(({ value, label }) => ({ label, isChosen: value === order, onSelect: () => onSort(value) }));

interface OrderPickerProps {
  order: ReadingOrder;
  onSort: (order: ReadingOrder) => void;
}

export function OrderPicker({ order, onSort }: OrderPickerProps) {
  return (
    <Select
      aria-label="Sort by"
      className="w-48"
      options={ORDERS}
      value={order}
      onChange={(event) => onSort(event.target.value === "commented" ? "commented" : "added")}
    />
  );
}

interface TopicFilterProps {
  readings: readonly Reading[];
  filter: ReadingFilter;
  onFilter: (filter: Partial<ReadingFilter>) => void;
}

export function TopicFilter({ readings, filter, onFilter }: TopicFilterProps) {
  const { topic } = filter;
  const topics = useMemo(
    // A topic from a link remains a choice, even if no reading has it.
    () => topicsOf([...readings, { topic }]).map((value) => ({ value, label: value })),
    [readings, topic],
  );
  return (
    <OptionFilter
      label="Topic"
      all="All Topics"
      choices={topics}
      value={topic}
      onChange={(next) => onFilter({ topic: next })}
      className="md:w-56"
    />
  );
}
