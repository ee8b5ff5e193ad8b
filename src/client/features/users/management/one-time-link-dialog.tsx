import { Copy } from "lucide-react";
import { useRef, useState } from "react";

import { issuesOf, messageOf } from "#client/api/errors.ts";
import { trpc } from "#client/api/trpc.ts";
import { dateTime } from "#client/format/dates.ts";
import { Button } from "#client/ui/button.tsx";
import { Dialog } from "#client/ui/dialog/dialog.tsx";
import { useToast } from "#client/ui/feedback/toast.tsx";
import { Field } from "#client/ui/form/field.tsx";
import { TextInput } from "#client/ui/form/inputs.tsx";
import { copyText } from "#client/ui/text/copy-text.ts";
import type { OneTimeLink } from "#shared/accounts/users.ts";

/** One-time link with its purpose. */
export interface ShownLink extends OneTimeLink {
  title: string;
  text: string;
  /** Email address to send it to. */
  email: string;
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
      {link && <MailLink link={link} />}
    </Dialog>
  );
}

/** Form that mails the link, if the server has a mail server. */
function MailLink({ link }: { link: ShownLink }) {
  const toast = useToast();
  const [email, setEmail] = useState(link.email);
  const settings = trpc.mail.settings.useQuery();
  const send = trpc.mail.sendLink.useMutation({
    onSuccess: (_nothing, sent) => toast.success("Link sent", sent.email),
    onError: (error) => {
      if (issuesOf(error).length === 0) toast.failure("Link not sent", messageOf(error, "Please try again."));
    },
  });
  if (settings.data?.hasMail !== true) return null;
  const token = new URL(link.url).searchParams.values().next().value ?? "";
  return (
    <Field
      className="mt-4"
      label="Send it by email"
      error={issuesOf(send.error)[0]?.message}
      action={
        <Button
          size="small"
          isPending={send.isPending}
          pendingLabel="Sending..."
          onClick={() => send.mutate({ token, email })}
        >
          Send Link
        </Button>
      }
    >
      <TextInput
        type="email"
        autoComplete="off"
        value={email}
        onChange={({ target }) => setEmail(target.value)}
      />
    </Field>
  );
}
