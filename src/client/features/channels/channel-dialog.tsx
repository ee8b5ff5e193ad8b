import { type FormEvent, useState } from "react";

import { issuesOf } from "#client/api/errors.ts";
import { FormDialog } from "#client/features/forms/form-dialog.tsx";
import { Button } from "#client/ui/button.tsx";
import { Dialog } from "#client/ui/dialog/dialog.tsx";
import { ChoiceBar } from "#client/ui/form/choice-bar.tsx";
import { Field } from "#client/ui/form/field.tsx";
import { TextInput } from "#client/ui/form/inputs.tsx";
import { Select } from "#client/ui/form/select.tsx";
import { Switch } from "#client/ui/form/switch.tsx";
import { CopyFrame } from "#client/ui/form/text-frame.tsx";
import { TextArea } from "#client/ui/form/text-inputs.tsx";
import type { Channel, ChannelContents } from "#shared/channels/channels.ts";
import {
  CHANNEL_KINDS,
  CHANNEL_WORDS,
  type ChannelKind,
  SCHEDULE_DAYS,
  NO_MAIL_MESSAGE,
} from "#shared/channels/delivery-words.ts";

import { useAddChannel, useEditChannel } from "./use-channels.ts";

interface Draft {
  kind: ChannelKind;
  name: string;
  /** Web address, or one email address per line. */
  address: string;
  what: ChannelContents["kind"];
  day: string;
  time: string;
  verdicts: boolean;
  newTools: boolean;
  tag: string;
}

function toDraft(channel: Channel | null): Draft {
  const { kind = "slack", name = "", emails = [], contents } = channel ?? {};
  const [day = "Monday", time = "8:00"] = contents?.kind === "brief" ? contents.schedule.split(" ") : [];
  const events = contents?.kind === "events" ? contents : { verdicts: true, newTools: true, tag: "" };
  return {
    kind,
    name,
    address: emails.join("\n"),
    what: contents?.kind ?? "brief",
    day,
    time: time.padStart(5, "0"),
    verdicts: events.verdicts,
    newTools: events.newTools,
    tag: events.tag,
  };
}

const toContents = ({ what, day, time, verdicts, newTools, tag }: Draft): ChannelContents =>
  what === "brief"
    ? { kind: "brief", schedule: `${day} ${time.replace(/^0(?=\d:)/u, "")}` }
    : { kind: "events", verdicts, newTools, tag: tag.trim() };

/** Returns the server's input for the address. Empty if the address is unchanged. */
function toAddress({ kind, address }: Draft): { emails?: string[]; url?: string } {
  const lines = address.split(/[\n,;]+/u).flatMap((line) => line.trim() || []);
  if (kind === "email") return { emails: lines };
  return address.trim() === "" ? {} : { url: address.trim() };
}

interface ChannelDialogProps {
  /** Null for a new channel. */
  channel: Channel | null;
  hasMail: boolean;
  timeZone: string;
  onClose: () => void;
}

/** Dialog for a new channel or for changes to one. A new webhook's secret is shown once. */
export function ChannelDialog({ channel, hasMail, timeZone, onClose }: ChannelDialogProps) {
  const [before] = useState(() => toDraft(channel));
  const [draft, setDraft] = useState(before);
  const add = useAddChannel();
  const edit = useEditChannel();
  const set = (changes: Partial<Draft>) => setDraft((old) => ({ ...old, ...changes }));
  const issues = issuesOf(channel ? edit.error : add.error);
  const errorOf = (...names: string[]) =>
    issues.find(({ path }) => names.some((name) => path === name || path.startsWith(`${name}.`)))?.message;

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    const { kind, name } = draft;
    const fields = { name, contents: toContents(draft), ...toAddress(draft) };
    if (channel) edit.mutate({ id: channel.id, ...fields }, { onSuccess: onClose });
    else add.mutate({ kind, ...fields }, { onSuccess: ({ secret }) => secret === null && onClose() });
  }

  const secret = add.data?.secret ?? null;
  if (secret !== null) return <SecretDialog secret={secret} onClose={onClose} />;
  return (
    <FormDialog
      onClose={onClose}
      title={channel ? "Edit Channel" : "Add Channel"}
      size="medium"
      isDirty={JSON.stringify(draft) !== JSON.stringify(before)}
      onSubmit={handleSubmit}
      submitLabel={channel ? "Save Channel" : "Add Channel"}
      savingLabel="Saving..."
      isSaving={add.isPending || edit.isPending}
    >
      <div className="space-y-4">
        {!channel && (
          <Field label="Kind">
            <Select
              options={CHANNEL_KINDS.map((kind) => ({ value: kind, label: CHANNEL_WORDS[kind].label }))}
              value={draft.kind}
              onChange={({ target }) => {
                const kind = CHANNEL_KINDS.find((known) => known === target.value);
                if (kind) set({ kind, address: "" });
              }}
            />
          </Field>
        )}
        <Field label="Name" error={errorOf("name")} isRequired>
          <TextInput
            value={draft.name}
            autoComplete="off"
            onChange={({ target }) => set({ name: target.value })}
          />
        </Field>
        <AddressField
          draft={draft}
          channel={channel}
          hasMail={hasMail}
          error={errorOf("emails", "url")}
          onChange={(address) => set({ address })}
        />
        <ContentsFields draft={draft} timeZone={timeZone} error={errorOf("contents")} onChange={set} />
      </div>
    </FormDialog>
  );
}

interface AddressFieldProps {
  draft: Draft;
  channel: Channel | null;
  hasMail: boolean;
  error: string | undefined;
  onChange: (address: string) => void;
}

function AddressField({ draft: { kind, address }, channel, hasMail, error, onChange }: AddressFieldProps) {
  const words = CHANNEL_WORDS[kind];
  const isStored = channel !== null && kind !== "email";
  return (
    <Field
      label={words.address}
      hint={
        isStored
          ? `Leave it empty to keep ${channel.address}.`
          : kind === "email" && !hasMail
            ? NO_MAIL_MESSAGE
            : words.hint
      }
      error={error}
      isRequired={!isStored}
    >
      {kind === "email" ? (
        <TextArea
          rows={3}
          value={address}
          dir="ltr"
          spellCheck={false}
          onChange={({ target }) => onChange(target.value)}
        />
      ) : (
        <TextInput
          type="url"
          inputMode="url"
          value={address}
          autoComplete="off"
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}

interface ContentsFieldsProps {
  draft: Draft;
  timeZone: string;
  error: string | undefined;
  onChange: (changes: Partial<Draft>) => void;
}

function ContentsFields({ draft, timeZone, error, onChange }: ContentsFieldsProps) {
  return (
    <fieldset className="space-y-4">
      <legend className="mb-1.5 text-sm font-medium text-ink">Contents</legend>
      <ChoiceBar
        label="Contents"
        choices={[
          { value: "brief", label: "Scheduled brief" },
          { value: "events", label: "Events as they happen" },
        ]}
        chosen={draft.what}
        onChange={(what) => onChange({ what })}
      />
      {draft.what === "brief" ? (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Day" hint="Each brief covers the days since the previous one.">
            <Select
              options={SCHEDULE_DAYS.map((day) => ({ value: day, label: day }))}
              value={draft.day}
              onChange={({ target }) => onChange({ day: target.value })}
            />
          </Field>
          <Field label="Time" hint={timeZone} error={error}>
            <TextInput
              type="time"
              value={draft.time}
              onChange={({ target }) => onChange({ time: target.value })}
            />
          </Field>
        </div>
      ) : (
        <div className="space-y-2">
          <Switch label="Verdicts" isOn={draft.verdicts} onChange={(verdicts) => onChange({ verdicts })} />
          <Switch label="New tools" isOn={draft.newTools} onChange={(newTools) => onChange({ newTools })} />
          <Field
            label="Tag"
            hint="Also new items with this tag, and comments and verdicts on them"
            error={error}
          >
            <TextInput
              value={draft.tag}
              autoComplete="off"
              onChange={({ target }) => onChange({ tag: target.value })}
            />
          </Field>
        </div>
      )}
    </fieldset>
  );
}

function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Channel added"
      description="Your receiver checks signatures with this secret. It isn't shown again."
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <CopyFrame label="Signing secret" text={secret} />
    </Dialog>
  );
}
