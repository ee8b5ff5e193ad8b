import { type FormEvent, useState } from "react";
import { Link } from "react-router-dom";

import { issuesOf } from "#client/api/errors.ts";
import { useChannels } from "#client/features/channels/use-channels.ts";
import { FormDialog } from "#client/features/forms/form-dialog.tsx";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { ErrorState } from "#client/ui/feedback/states.tsx";
import { Field } from "#client/ui/form/field.tsx";
import { Select } from "#client/ui/form/select.tsx";
import { TextArea } from "#client/ui/form/text-inputs.tsx";
import type { BriefDraft } from "#shared/brief/briefs.ts";
import { CHANNEL_WORDS, NO_MAIL_MESSAGE } from "#shared/channels/delivery-words.ts";

import { useSendBrief } from "./use-brief.ts";

/** Value of the option that sends to people instead of a channel. */
const PEOPLE_OPTION = "";

interface SendBriefDialogProps {
  brief: BriefDraft;
  onClose: () => void;
}

/** Dialog that sends a brief immediately, to a channel or to people by email. */
export function SendBriefDialog({ brief, onClose }: SendBriefDialogProps) {
  const channels = useChannels();
  const [chosen, setChosen] = useState<string>();
  const [emails, setEmails] = useState("");
  const sending = useSendBrief(onClose);
  const list = channels.data?.channels ?? [];
  const recipient = chosen ?? list[0]?.id ?? PEOPLE_OPTION;
  const isMail = recipient === PEOPLE_OPTION;
  const canSend = list.length > 0 || channels.data?.hasMail === true;

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    const addresses = emails.split(/[\n,;]+/u).flatMap((line) => line.trim() || []);
    sending.mutate({ ...brief, ...(isMail ? { emails: addresses } : { channelId: recipient }) });
  }

  return (
    <FormDialog
      onClose={onClose}
      title="Send Brief"
      size="medium"
      description="Sends the brief with your headline, note and choices, once."
      isDirty={emails !== ""}
      onSubmit={handleSubmit}
      submitLabel="Send"
      savingLabel="Sending..."
      isSaving={sending.isPending}
      isDisabled={!canSend}
    >
      {channels.data && !canSend ? (
        <p>
          There is nowhere to send it yet.{" "}
          <Link to="/admin/channels" className="text-accent-ink underline">
            Add a channel
          </Link>
          , or set SMTP_URL to send mail.
        </p>
      ) : channels.data ? (
        <div className="space-y-4">
          <Field label="To" hint="Add channels under Admin, Channels.">
            <Select
              options={[
                ...list.map(({ id, name, kind }) => ({
                  value: id,
                  label: `${name} (${CHANNEL_WORDS[kind].label})`,
                })),
                { value: PEOPLE_OPTION, label: "People by mail" },
              ]}
              value={recipient}
              onChange={({ target }) => setChosen(target.value)}
            />
          </Field>
          {isMail && (
            <Field
              label="Email addresses"
              hint={
                channels.data.hasMail
                  ? "One address per line. People don't see each other's address."
                  : NO_MAIL_MESSAGE
              }
              error={issuesOf(sending.error).find(({ path }) => path.startsWith("emails"))?.message}
              isRequired
            >
              <TextArea
                rows={3}
                value={emails}
                dir="ltr"
                spellCheck={false}
                onChange={({ target }) => setEmails(target.value)}
              />
            </Field>
          )}
        </div>
      ) : channels.isPending ? (
        <Skeleton className="h-20 w-full rounded-control" />
      ) : (
        <ErrorState text="Couldn't load the channels." onRetry={() => void channels.refetch()} />
      )}
    </FormDialog>
  );
}
