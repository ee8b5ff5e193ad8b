import { useEffect, useRef, useState } from "react";

import { messageOf } from "#client/api/errors.ts";
import { trpc } from "#client/api/trpc.ts";
import type { ImportedRow, ImportOutcome } from "#shared/import-request.ts";
import { nameInRow } from "#shared/import-row.ts";
import type { ColumnMapping } from "#shared/tool-import.ts";

import type { ImportBatch } from "./import-batches.ts";

/** What became of a row; `missed`: the server never took it, or never said so. */
export interface ImportLine extends Omit<ImportedRow, "outcome" | "id"> {
  outcome: ImportOutcome | "missed";
}

interface Work {
  batches: ImportBatch[];
  mapping: ColumnMapping;
  dryRun: boolean;
}

interface RunState {
  status: "idle" | "running" | "halted" | "done";
  work: Work;
  /** The batch whose turn it is; when halted, the one that failed. */
  next: number;
  /** Why the run halted. */
  fault: string;
  lines: ImportLine[];
}

const IDLE: RunState = {
  status: "idle",
  work: { batches: [], mapping: {}, dryRun: true },
  next: 0,
  fault: "",
  lines: [],
};

const FALLBACK = "The server did not answer as it should.";

const countRows = (batches: readonly ImportBatch[]) =>
  batches.reduce((sum, { rows }) => sum + rows.length, 0);

/** Sends rows batch by batch. It halts at a batch that fails, until somebody decides how to go on. */
export function useImportRun() {
  const [run, setRun] = useState(IDLE);
  const isStopping = useRef(false);
  // Counts the runs: one that was given up must not go on when its last call comes back.
  const turn = useRef(0);
  const { tools } = trpc.useUtils();
  const send = trpc.imports.tools.useMutation();

  useEffect(
    () => () => {
      turn.current += 1;
    },
    [],
  );

  async function goOn(from: RunState) {
    isStopping.current = false;
    turn.current += 1;
    const ownTurn = turn.current;
    const { batches, mapping, dryRun } = from.work;
    let { next, lines } = from;
    const stateAs = (status: RunState["status"], fault = "") => ({ ...from, status, fault, next, lines });
    setRun(stateAs("running"));
    for (const batch of batches.slice(next)) {
      if (isStopping.current) break;
      try {
        const { rows } = await send.mutateAsync({ rows: batch.rows, mapping, dryRun });
        if (turn.current !== ownTurn) return;
        next += 1;
        lines = lines.concat(rows.map((line) => ({ ...line, row: line.row + batch.first - 1 })));
        setRun(stateAs("running"));
      } catch (error) {
        if (turn.current === ownTurn) setRun(stateAs("halted", messageOf(error, FALLBACK)));
        return;
      }
    }
    finish(stateAs("done"), "The import was stopped before this row");
  }

  function finish(state: RunState, reason: string) {
    const { batches, mapping, dryRun } = state.work;
    const rest = batches.slice(state.next).flatMap((batch) => missedLines(batch, mapping, reason));
    setRun({ ...state, status: "done", lines: [...state.lines, ...rest] });
    if (!dryRun) void tools.list.invalidate();
  }

  function skip() {
    const { batches, mapping } = run.work;
    const missed = batches
      .slice(run.next, run.next + 1)
      .flatMap((batch) => missedLines(batch, mapping, run.fault));
    void goOn({ ...run, next: run.next + 1, lines: [...run.lines, ...missed] });
  }

  const failing = run.status === "halted" ? run.work.batches[run.next] : undefined;
  return {
    status: run.status,
    lines: run.lines,
    total: countRows(run.work.batches),
    /** The batch that failed, while nobody has decided what to do about it. */
    halt: failing && {
      first: failing.first,
      last: failing.first + failing.rows.length - 1,
      fault: run.fault,
    },
    start: (work: Work) => void goOn({ ...IDLE, work }),
    retry: () => void goOn(run),
    skip,
    /** Ends the run: after the batch that is on its way, or at once where the run has halted. */
    stop: () => {
      isStopping.current = true;
      if (run.status === "halted") finish(run, run.fault);
    },
    giveUp: () => {
      turn.current += 1;
      setRun(IDLE);
    },
  };
}

export type ImportRun = ReturnType<typeof useImportRun>;

const missedLines = ({ first, rows }: ImportBatch, mapping: ColumnMapping, message: string): ImportLine[] =>
  rows.map((row, index) => ({
    row: first + index,
    name: nameInRow(row, mapping.name),
    outcome: "missed",
    id: null,
    message,
  }));
