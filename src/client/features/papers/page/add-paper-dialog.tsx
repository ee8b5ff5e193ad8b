import { type FormEvent, useRef, useState } from "react";

import { messageOf } from "#client/api/errors.ts";
import { trpc } from "#client/api/trpc.ts";
import { FormDialog } from "#client/features/forms/form-dialog.tsx";
import { useToast } from "#client/ui/feedback/toast.tsx";
import { Field } from "#client/ui/form/field.tsx";
import { TextInput } from "#client/ui/form/inputs.tsx";
import { MAX_ARXIV_ADDRESS, readArxivId } from "#shared/papers/paper-words.ts";
import { plainTex } from "#shared/tex/tex-text.ts";

interface AddPaperDialogProps {
  onClose: () => void;
  /** Opens the paper in place of the dialog. */
  onOpen: (id: string) => void;
}

/** Dialog that adds a paper by its arXiv id or URL. */
export function AddPaperDialog({ onClose, onOpen }: AddPaperDialogProps) {
  const toast = useToast();
  const utils = trpc.useUtils();
  const add = trpc.papers.add.useMutation();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();

  function showError(message: string) {
    setError(message);
    input.current?.focus();
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (readArxivId(text) === null) {
      showError("Enter an arXiv id or address, such as 2401.01234.");
      return;
    }
    const request = { id: text.trim() };
    add.mutate(request, {
      onSuccess({ isAdded, ...paper }) {
        utils.papers.get.setData({ id: paper.id }, paper);
        void utils.papers.invalidate();
        const title = plainTex(paper.title);
        if (isAdded) toast.success("Paper added", title);
        else toast.info("Already here", title);
        onOpen(paper.id);
      },
      onError: (cause) => showError(messageOf(cause, "The paper couldn't be added. Please try again.")),
    });
  }

  return (
    <FormDialog
      onClose={onClose}
      title="Add Paper"
      size="small"
      isDirty={false}
      onSubmit={handleSubmit}
      submitLabel="Add Paper"
      savingLabel="Adding..."
      isSaving={add.isPending}
    >
      <Field
        label="arXiv id or address"
        isRequired
        error={error}
        hint="Any category. The team sees the paper in the Research Stack."
      >
        <TextInput
          ref={input}
          value={text}
          maxLength={MAX_ARXIV_ADDRESS}
          autoComplete="off"
          spellCheck={false}
          placeholder="2401.01234 or https://arxiv.org/abs/2401.01234"
          onChange={(event) => {
            setText(event.target.value);
            setError(undefined);
          }}
        />
      </Field>
    </FormDialog>
  );
}
