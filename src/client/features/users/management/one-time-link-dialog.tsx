import { Copy } from "lucide-react";
import { useRef } from "react";

import { dateTime } from "#client/format/dates.ts";
import { Button } from "#client/ui/button.tsx";
import { Dialog } from "#client/ui/dialog/dialog.tsx";
import { useToast } from "#client/ui/feedback/toast.tsx";
import { Field } from "#client/ui/form/field.tsx";
import { TextInput } from "#client/ui/form/text-input.tsx";
import { copyText } from "#client/ui/text/copy-text.ts";
import type { OneTimeLink } from "#shared/accounts/users.ts";

/** One-time link with its purpose. */
export interface ShownLink extends OneTimeLink {
  title: string;
  text: string;
}

interface OneTimeLinkDialogProps {
  link: ShownLink | null;
  onClose: () => void;
}

/** Dialog that shows a one-time link once. */
export function OneTimeLinkDialog({ link, onClose }: OneTimeLinkDialogProps) {
  const toast = useToast();
  const input = useRef<HTMLInputElement>(null);

  async function handleCopy() {
    input.current?.select();
    if (await copyText(link?.url ?? "")) toast.success("Link copied");
    else toast.info("Press Ctrl+C to copy", "The link is selected.");
  }

  return (
    <Dialog
      isOpen={link !== null}
      onClose={onClose}
      title={link?.title}
      description={link?.text}
      size="small"
      footer={
        <>
          <Button onClick={onClose}>Done</Button>
          <Button variant="primary" icon={<Copy aria-hidden />} onClick={() => void handleCopy()}>
            Copy Link
          </Button>
        </>
      }
    >
      <Field
        label="Link"
        hint={`Shown only once. Valid for one use until ${dateTime(link?.expiresAt ?? "")}.`}
      >
        <TextInput
          ref={input}
          readOnly
          value={link?.url ?? ""}
          onFocus={(event) => event.target.select()}
          className="font-mono"
        />
      </Field>
    </Dialog>
  );
}
