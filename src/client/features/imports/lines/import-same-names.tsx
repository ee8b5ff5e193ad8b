import { Button } from "#client/ui/button.tsx";
import { ChoiceBar } from "#client/ui/form/choice-bar.tsx";
import type { SameName } from "#shared/imports/request.ts";

const CHOICES = [
  { value: "apart", label: "Keep separate" },
  { value: "merge", label: "Merge" },
] as const;

interface ImportSameNamesProps {
  /** Noun for the imported items, such as "tool". */
  noun: string;
  sameNames: readonly SameName[];
  /** Called with the names whose rows should be merged. All other rows remain separate. */
  onMerge: (names: string[]) => void;
}

/** Panel for merging rows with the same name or importing them separately. */
export function ImportSameNames({ noun, sameNames, onMerge }: ImportSameNamesProps) {
  if (sameNames.length === 0) return null;
  const merged = sameNames.filter((same) => same.merged).map(({ name }) => name);
  const isAllMerged = merged.length === sameNames.length;
  return (
    <section aria-label="Rows with the same name" className="mb-5 rounded-control border border-line">
      <div className="flex items-center justify-between gap-3 border-b border-line px-3 py-1.5">
        <h3 className="text-sm font-medium text-ink">
          {sameNames.length === 1
            ? `Several rows have the same name. Are they the same ${noun}?`
            : `${sameNames.length.toLocaleString("en-US")} names appear in several rows. Is each name one ${noun}?`}
        </h3>
        {sameNames.length > 1 && (
          <Button size="small" onClick={() => onMerge(isAllMerged ? [] : sameNames.map(({ name }) => name))}>
            {isAllMerged ? "Keep All Separate" : "Merge All"}
          </Button>
        )}
      </div>
      <ul className="max-h-60 divide-y divide-line overflow-y-auto">
        {sameNames.map(({ name, rows, merged: isMerged }) => (
          <li key={name} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 px-3 py-1.5">
            <p className="min-w-0 text-sm break-words text-ink">
              {rows.length.toLocaleString("en-US")} rows are named {name}{" "}
              <span className="text-ink-muted tabular-nums">({formatRowNumbers(rows)})</span>
            </p>
            <ChoiceBar
              label={`Rows named ${name}`}
              choices={CHOICES}
              chosen={isMerged ? "merge" : "apart"}
              onChange={(choice) =>
                onMerge(choice === "merge" ? [...merged, name] : merged.filter((other) => other !== name))
              }
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

const MAX_SHOWN_NUMBERS = 5;

const formatRowNumbers = (rows: readonly number[]): string =>
  rows
    .slice(0, MAX_SHOWN_NUMBERS)
    .map((row) => row.toLocaleString("en-US"))
    .join(", ") + (rows.length > MAX_SHOWN_NUMBERS ? ", …" : "");
