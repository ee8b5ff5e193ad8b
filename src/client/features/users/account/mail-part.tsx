import { type FormEvent, useState } from "react";

import { issuesOf, messageOf } from "#client/api/errors.ts";
import { trpc } from "#client/api/trpc.ts";
import { Button } from "#client/ui/button.tsx";
import { useUnsaved } from "#client/ui/dialog/unsaved.ts";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { ErrorState } from "#client/ui/feedback/states.tsx";
import { useToast } from "#client/ui/feedback/toast.tsx";
import { ChoiceBar } from "#client/ui/form/choice-bar.tsx";
import { Field } from "#client/ui/form/field.tsx";
import { TextInput } from "#client/ui/form/inputs.tsx";
import { Switch } from "#client/ui/form/switch.tsx";
import { NO_MAIL_MESSAGE } from "#shared/channels/delivery-words.ts";
import type { PersonalMail } from "#shared/mail/personal-mail.ts";

import { AccountPart } from "./account-part.tsx";

/** Section for the user's digests and for mail about mentions. */
export function MailPart({ email }: { email: string | null }) {
  const settings = trpc.mail.settings.useQuery(undefined, { refetchOnMount: "always" });
  return (
    <AccountPart
      title="Email"
      text="What StackLoop sends you by email. Every message has an unsubscribe link."
    >
      {settings.isPending && <Skeleton className="h-40 w-full rounded-control" />}
      {settings.isError && !settings.data && (
        <ErrorState text="Couldn't load your email settings." onRetry={() => void settings.refetch()} />
      )}
      {settings.data &&
        (settings.data.hasMail ? (
          // A new key resets the form when settings were saved elsewhere.
          <MailForm
            key={`${settings.data.address} ${settings.data.digest} ${settings.data.atOnce}`}
            settings={settings.data}
            email={email}
          />
        ) : (
          <p className="text-pretty text-ink-muted">{NO_MAIL_MESSAGE}</p>
        ))}
    </AccountPart>
  );
}

const DIGESTS = [
  { value: "never", label: "Never" },
  { value: "daily", label: "Daily" },
  { value: "weekly", label: "Weekly" },
] as const;

function useMailMutations() {
  const toast = useToast();
  const { mail } = trpc.useUtils();
  const onError = (error: unknown) => {
    if (issuesOf(error).length === 0)
      toast.failure("Email settings not saved", messageOf(error, "Please try again."));
    // The settings are stored even if the confirmation couldn't be sent.
    void mail.settings.invalidate();
  };
  const onSuccess = (saved: PersonalMail) => {
    void mail.settings.cancel();
    mail.settings.setData(undefined, saved);
    toast.success(
      "Email settings saved",
      saved.isConfirmed ? undefined : `Open the link in the message to ${saved.address ?? ""}.`,
    );
  };
  return {
    save: trpc.mail.save.useMutation({ onSuccess, onError }),
    resend: trpc.mail.resendConfirmation.useMutation({
      onSuccess: ({ address }) => toast.success("Confirmation sent", address ?? undefined),
      onError,
    }),
  };
}

function MailForm({ settings, email }: { settings: PersonalMail; email: string | null }) {
  const [address, setAddress] = useState(settings.address ?? email ?? "");
  const [digest, setDigest] = useState(settings.digest);
  const [atOnce, setAtOnce] = useState(settings.atOnce);
  const { save, resend } = useMailMutations();
  const isDirty =
    address !== (settings.address ?? email ?? "") || digest !== settings.digest || atOnce !== settings.atOnce;
  useUnsaved(isDirty);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (!save.isPending) save.mutate({ address: address.trim(), digest, atOnce });
  }

  return (
    <form noValidate className="grid gap-4" onSubmit={handleSubmit}>
      <Field
        label="Address"
        error={issuesOf(save.error).find(({ path }) => path === "address")?.message}
        hint={
          settings.address !== null && settings.isConfirmed
            ? "Confirmed. A new address must be confirmed first."
            : "We send a confirmation link there."
        }
      >
        <TextInput
          type="email"
          autoComplete="email"
          value={address}
          onChange={({ target }) => setAddress(target.value)}
        />
      </Field>
      {settings.address !== null && !settings.isConfirmed && (
        <div className="flex flex-wrap items-center gap-3 rounded-control bg-warning-soft px-3.5 py-2.5 text-warning-ink">
          <p className="min-w-0 flex-1 text-pretty wrap-anywhere">
            {settings.lastError ??
              `We send no other email to ${settings.address} until you open the confirmation link.`}
          </p>
          <Button
            size="small"
            isPending={resend.isPending}
            pendingLabel="Sending..."
            onClick={() => resend.mutate()}
          >
            Send Again
          </Button>
        </div>
      )}
      <fieldset>
        <legend className="mb-1.5 text-sm font-medium text-ink">Digest</legend>
        <ChoiceBar label="Digest" choices={DIGESTS} chosen={digest} onChange={setDigest} />
        <p className="mt-1.5 text-xs text-ink-faint">
          The brief of the previous day, or of the previous week on Mondays, at 8:00 ({settings.timeZone}).
        </p>
      </fieldset>
      <div>
        <Switch label="At once for mentions and replies" isOn={atOnce} onChange={setAtOnce} />
        <p className="mt-1 text-xs text-ink-faint">
          At most one email every 15 minutes, and none about items you have already opened.
        </p>
      </div>
      <div className="flex justify-end">
        <Button type="submit" variant="primary" isPending={save.isPending} pendingLabel="Saving...">
          Save Email Settings
        </Button>
      </div>
    </form>
  );
}
