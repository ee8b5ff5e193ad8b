import { submitForm, useFirstInvalidFocus } from "#client/features/forms/checked-form.ts";
import { FormDialog } from "#client/features/forms/form-dialog.tsx";
import { ItemNote } from "#client/features/live/item-note.tsx";
import { useIsDeleted } from "#client/features/live/open-item.tsx";
import { useToolVerdict } from "#client/features/verdicts/use-verdicts.ts";
import { DialogClose } from "#client/ui/dialog/dialog-buttons.tsx";
import { Dialog } from "#client/ui/dialog/dialog.tsx";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { ErrorState } from "#client/ui/feedback/states.tsx";
import type { Tool } from "#shared/tools/tools.ts";
import type { Verdict } from "#shared/verdicts/verdicts.ts";

import { DecisionFields } from "./decision-fields.tsx";
import { EvidencePicker } from "./evidence-picker.tsx";
import { OtherVerdict } from "./other-verdict.tsx";
import { isDecisionField, useDecision } from "./use-decision.ts";

interface DecideDialogProps {
  tool: Pick<Tool, "id" | "name">;
  onClose: () => void;
}

/** Dialog for deciding on a tool: its ring, the reason, the evidence, and the data it may receive. */
export function DecideDialog({ tool, onClose }: DecideDialogProps) {
  const { said, isError, retry } = useToolVerdict(tool.id);
  const title = `Verdict on ${tool.name}`;
  if (said?.mayDecide) {
    return <DecisionForm tool={tool} title={title} latest={said.verdict} onClose={onClose} />;
  }
  return (
    <Dialog isOpen onClose={onClose} title={title} footer={<DialogClose>Close</DialogClose>}>
      {said && <p>Only admins decide here. You can still vote.</p>}
      {isError && <ErrorState text="Couldn't load the verdict." onRetry={retry} />}
      {!said && !isError && <Skeleton className="h-40" />}
    </Dialog>
  );
}

interface DecisionFormProps extends DecideDialogProps {
  title: string;
  /** Current verdict. It changes if another user decides in the meantime. */
  latest: Verdict | null;
}

function DecisionForm({ tool, title, latest, onClose }: DecisionFormProps) {
  const decision = useDecision(tool, latest);
  const { form, evidence } = decision;
  const isGone = useIsDeleted();
  const fields = useFirstInvalidFocus(form.formState.submitCount);

  const handleSubmit = submitForm(form, isDecisionField, async (values) => {
    await decision.save(values);
    onClose();
  });

  return (
    <FormDialog
      title={title}
      onClose={onClose}
      isDirty={form.formState.isDirty || evidence.length > 0}
      onSubmit={handleSubmit}
      submitLabel="Save Verdict"
      savingLabel="Saving..."
      isSaving={decision.isSaving}
      isUploading={false}
    >
      {isGone && <ItemNote whenDeleted="This tool was deleted, so you can't decide on it." />}
      {!isGone && decision.other && (
        <OtherVerdict other={decision.other} onLeave={onClose} onReplace={decision.replaceOther} />
      )}
      <div ref={fields} className="flex flex-col gap-5">
        <DecisionFields form={form} />
        <EvidencePicker tool={tool} evidence={evidence} onChange={decision.setEvidence} />
      </div>
    </FormDialog>
  );
}
