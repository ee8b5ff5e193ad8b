import { type FormEvent, useState } from "react";

import { messageOf } from "#client/api/errors.ts";
import { trpc } from "#client/api/trpc.ts";
import { Button } from "#client/ui/button.tsx";
import { DialogClose } from "#client/ui/dialog/dialog-frame.tsx";
import { Dialog } from "#client/ui/dialog/dialog.tsx";
import { Field } from "#client/ui/form/field.tsx";
import { TextInput } from "#client/ui/form/inputs.tsx";

/**
 * Dialog in which visitors request a link to set a new password. The reply doesn't reveal whether the account exists.
 */
export function ForgotPassword({ onClose }: { onClose: () => void }) {
  const [username, setUsername] = useState("");
  const request = trpc.mail.requestPasswordLink.useMutation();

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (username.trim() !== "" && !request.isPending && !request.data) request.mutate({ username });
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="small"
      title="Forgot password?"
      description="We send a link to set a new one."
      onSubmit={handleSubmit}
      footer={
        request.data ? (
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        ) : (
          <>
            <DialogClose>Cancel</DialogClose>
            <Button type="submit" variant="primary" isPending={request.isPending} pendingLabel="Sending...">
              Send Link
            </Button>
          </>
        )
      }
    >
      {request.data ? (
        <output className="block text-pretty">{request.data.message}</output>
      ) : (
        <Field
          label="Username or email"
          error={request.error ? messageOf(request.error, "Please try again in a moment.") : undefined}
        >
          <TextInput
            value={username}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            onChange={({ target }) => setUsername(target.value)}
          />
        </Field>
      )}
    </Dialog>
  );
}
