import { useEffect, useRef, useState } from "react";

import { messageOf } from "#client/api/errors.ts";
import type { ImportTarget } from "#client/features/imports/import-target.ts";
import type { ImportedRow, ImportOutcome, MappingOf, SameName } from "#shared/imports/request.ts";
import { nameInRow } from "#shared/imports/row.ts";

import type { ImportBatch } from "./import-batches.ts";

/** Result of a row. `missed` means that the server didn't receive or confirm the row. */
export interface ImportLine extends Omit<ImportedRow, "outcome" | "id"> {
  outcome: ImportOutcome | "missed";
}

interface RunInput<Field extends string> {
  batches: ImportBatch[];
  /** Rows that are not sent because they can't be parsed. */
  unreadable: ImportLine[];
  mapping: MappingOf<Field>;
  mergeNames: string[];
  dryRun: boolean;
  importId?: string | undefined;
}

interface RunState<Field extends string> {
  status: "idle" | "running" | "halted" | "done";
  input: RunInput<Field>;
  /** Index of the current or failed batch. */
  next: number;
  /** Error that stopped the run. */
  error: string;
  lines: ImportLine[];
  sameNames: SameName[];
}

const IDLE: RunState<never> = {
  status: "idle",
  input: { batches: [], unreadable: [], mapping: {}, mergeNames: [], dryRun: true },
  next: 0,
  error: "",
  lines: [],
  sameNames: [],
};

const FALLBACK = "Something went wrong on the server. Try again.";

const byRow = (lines: readonly ImportLine[]) => lines.toSorted((a, b) => a.row - b.row);

/** Sends rows in batches. Stops at a failed batch until the user decides how to continue. */
export function useImportRun<Field extends string>({ kind, send, onImported }: ImportTarget<Field>) {
  const [run, setRun] = useState<RunState<Field>>(IDLE);
  const isStopping = useRef(false);
  // Number of the current run. A run that was abandoned must not continue when its last call returns.
  const runNumber = useRef(0);

  useEffect(
    () => () => {
      runNumber.current += 1;
    },
    [],
  );

  const missedLines = (batch: ImportBatch, mapping: MappingOf<Field>, message: string): ImportLine[] =>
    batch.map(({ number, row }) => ({
      row: number,
      name: nameInRow(row, mapping[kind.nameField]),
      outcome: "missed",
      message,
      notes: [],
    }));

  async function continueRun(from: RunState<Field>) {
    isStopping.current = false;
    runNumber.current += 1;
    const ownRunNumber = runNumber.current;
    const { batches, mapping, mergeNames, dryRun, importId } = from.input;
    let { next, lines, sameNames } = from;
    const withStatus = (status: RunState<Field>["status"], error = "") => ({
      ...from,
      status,
      error,
      next,
      lines,
      sameNames,
    });
    setRun(withStatus("running"));
    for (const batch of batches.slice(next)) {
      if (isStopping.current) break;
      try {
        const rows = batch.map(({ row }) => row);
        const report = await send({
          rows,
          mapping,
          ...(mergeNames.length > 0 && { mergeNames }),
          dryRun,
          importId,
        });
        if (runNumber.current !== ownRunNumber) return;
        next += 1;
        lines = byRow([
          ...lines,
          ...report.rows.map((line) => ({ ...line, row: toFileRow(line.row, batch) })),
        ]);
        sameNames = sameNames.concat(report.sameNames.map((same) => toFileRows(same, batch)));
        setRun(withStatus("running"));
      } catch (failure) {
        if (runNumber.current === ownRunNumber) setRun(withStatus("halted", messageOf(failure, FALLBACK)));
        return;
      }
    }
    finish(withStatus("done"), "The import was stopped before this row");
  }

  function finish(state: RunState<Field>, reason: string) {
    const { batches, mapping, dryRun } = state.input;
    const rest = batches.slice(state.next).flatMap((batch) => missedLines(batch, mapping, reason));
    setRun({ ...state, status: "done", lines: byRow([...state.lines, ...rest]) });
    if (!dryRun) onImported();
  }

  function skip() {
    const { batches, mapping } = run.input;
    const missed = batches
      .slice(run.next, run.next + 1)
      .flatMap((batch) => missedLines(batch, mapping, run.error));
    void continueRun({ ...run, next: run.next + 1, lines: byRow([...run.lines, ...missed]) });
  }

  const failedRows = run.status === "halted" ? run.input.batches[run.next] : undefined;
  return {
    status: run.status,
    lines: run.lines,
    sameNames: run.sameNames,
    importId: run.input.importId,
    total: run.input.batches.flat().length + run.input.unreadable.length,
    /** Rows and error of the failed batch. Undefined unless the run waits for a decision. */
    failedBatch: failedRows && { rows: failedRows.map(({ number }) => number), error: run.error },
    start: (input: RunInput<Field>) => void continueRun({ ...IDLE, input, lines: input.unreadable }),
    retry: () => void continueRun(run),
    skip,
    /** Ends the run after the current batch. Ends it at once if it waits at a failed batch. */
    stop: () => {
      isStopping.current = true;
      if (run.status === "halted") finish(run, run.error);
    },
    abandon: () => {
      runNumber.current += 1;
      setRun(IDLE);
    },
  };
}

export type ImportRun = Omit<ReturnType<typeof useImportRun>, "start">;

/** Converts a row number within a batch to its number in the file. */
const toFileRow = (row: number, batch: ImportBatch) => batch[row - 1]?.number ?? row;

const toFileRows = (same: SameName, batch: ImportBatch): SameName => ({
  ...same,
  rows: same.rows.map((row) => toFileRow(row, batch)),
});
