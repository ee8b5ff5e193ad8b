import { Badge } from "#client/ui/text/badge.tsx";
import type { JobRun } from "#shared/operations/jobs.ts";

const STATES = {
  running: { tone: "accent", words: "Running" },
  succeeded: { tone: "success", words: "Succeeded" },
  failed: { tone: "danger", words: "Failed" },
  interrupted: { tone: "warning", words: "Interrupted" },
} as const;

/** State or outcome of a job run. */
export function RunState({ state }: Pick<JobRun, "state">) {
  const { tone, words } = STATES[state];
  return <Badge tone={tone}>{words}</Badge>;
}
