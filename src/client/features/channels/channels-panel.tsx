import { Ellipsis, ListChecks, Plus, Radio, Send, Trash2 } from "lucide-react";
import { useState } from "react";

import { dateTime } from "#client/format/dates.ts";
import { Button, IconButton } from "#client/ui/button.tsx";
import { DeleteDialog } from "#client/ui/dialog/confirm-dialog.tsx";
import { Dialog } from "#client/ui/dialog/dialog.tsx";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { EmptyState, ErrorState } from "#client/ui/feedback/states.tsx";
import { Switch } from "#client/ui/form/switch.tsx";
import { Menu } from "#client/ui/menu/menu.tsx";
import { Badge } from "#client/ui/text/badge.tsx";
import { RelativeTime } from "#client/ui/text/relative-time.tsx";
import type { Channel, ChannelContents, Delivery } from "#shared/channels/channels.ts";
import { CHANNEL_WORDS, MAX_CHANNELS } from "#shared/channels/delivery-words.ts";
import { isolate } from "#shared/texts/escaping.ts";

import { ChannelDialog } from "./channel-dialog.tsx";
import {
  useChannels,
  useDeliveries,
  useEditChannel,
  useRemoveChannel,
  useTestChannel,
} from "./use-channels.ts";

type OpenDialog = { what: "form" | "delete" | "log"; channel: Channel | null };

/** Admin panel of channels: chat rooms, email lists and webhooks that receive the team's news. */
export function ChannelsPanel() {
  const channels = useChannels();
  const [shown, setShown] = useState<OpenDialog | null>(null);
  const close = () => setShown(null);
  if (channels.isPending) return <Skeleton className="h-60 w-full rounded-control" />;
  if (!channels.data)
    return <ErrorState text="Couldn't load the channels." onRetry={() => void channels.refetch()} />;
  const { hasMail, timeZone, channels: list } = channels.data;
  const add = (
    <Button
      variant="primary"
      icon={<Plus aria-hidden />}
      disabled={list.length >= MAX_CHANNELS}
      onClick={() => setShown({ what: "form", channel: null })}
    >
      Add Channel
    </Button>
  );
  return (
    // Receives the focus after a channel is deleted.
    <div tabIndex={-1} className="space-y-4 outline-none">
      {list.length === 0 ? (
        <EmptyState
          icon={<Radio />}
          title="No Channels Yet"
          text="Send a brief each week, or verdicts and new tools as they happen, to Slack, Microsoft Teams, Discord, an email list or a webhook."
          action={add}
        />
      ) : (
        <>
          <div className="flex justify-end">{add}</div>
          <ul aria-label="Channels" className="divide-y divide-line rounded-control border border-line">
            {list.map((channel) => (
              <ChannelRow key={channel.id} channel={channel} onShow={(what) => setShown({ what, channel })} />
            ))}
          </ul>
        </>
      )}
      {shown?.what === "form" && (
        <ChannelDialog channel={shown.channel} hasMail={hasMail} timeZone={timeZone} onClose={close} />
      )}
      {shown?.what === "delete" && shown.channel && <DeleteChannel channel={shown.channel} onClose={close} />}
      {shown?.what === "log" && shown.channel && <DeliveryLog channel={shown.channel} onClose={close} />}
    </div>
  );
}

const contentsText = (contents: ChannelContents): string => {
  if (contents.kind === "brief") return `Brief, ${contents.schedule}`;
  const { verdicts, newTools, tag } = contents;
  const parts = [
    verdicts && "verdicts",
    newTools && "new tools",
    tag !== "" && `items tagged ${isolate(tag)}`,
  ];
  const text = parts.filter((part) => part !== false).join(", ");
  return text.charAt(0).toUpperCase() + text.slice(1);
};

function ChannelRow({ channel, onShow }: { channel: Channel; onShow: (what: OpenDialog["what"]) => void }) {
  const edit = useEditChannel();
  const test = useTestChannel();
  const { id, kind, name, emails, address, contents, isOn } = channel;
  return (
    <li className="flex flex-wrap gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
          {name} <Badge>{CHANNEL_WORDS[kind].label}</Badge>
        </p>
        <p className="wrap-anywhere text-ink-muted">{address ?? emails.join(", ")}</p>
        <p className="text-ink-muted">{contentsText(contents)}</p>
        <ChannelState channel={channel} />
      </div>
      <div className="flex items-center gap-2 self-start">
        <Switch
          label="On"
          subject={name}
          isOn={isOn}
          onChange={(next) => edit.isPending || edit.mutate({ id, isOn: next })}
        />
        <Button size="small" aria-label={`Edit ${name}`} onClick={() => onShow("form")}>
          Edit
        </Button>
        <Menu
          trigger={
            <IconButton label={`More for ${name}`} size="small">
              <Ellipsis aria-hidden />
            </IconButton>
          }
          groups={[
            [
              {
                label: "Send Test",
                icon: <Send aria-hidden />,
                isDisabled: test.isPending,
                onSelect: () => test.mutate({ id }),
              },
              { label: "Messages", icon: <ListChecks aria-hidden />, onSelect: () => onShow("log") },
            ],
            [
              {
                label: "Delete",
                icon: <Trash2 aria-hidden />,
                isDestructive: true,
                onSelect: () => onShow("delete"),
              },
            ],
          ]}
        />
      </div>
    </li>
  );
}

/** Last delivery, last error and next message. */
function ChannelState({ channel: { lastOkAt, lastError, failedAt, retryAt, nextAt } }: { channel: Channel }) {
  return (
    <>
      <p className="text-xs text-ink-faint">
        {lastOkAt === null ? (
          "Nothing delivered yet"
        ) : (
          <>
            Last delivered <RelativeTime iso={lastOkAt} />
          </>
        )}
        {nextAt !== null && `. Next brief ${dateTime(nextAt)}`}
      </p>
      {lastError !== null && (
        <p className="text-xs wrap-anywhere text-danger-ink">
          {lastError}
          {failedAt !== null && <span className="block">Turned off after repeated failures</span>}
          {retryAt !== null && <span className="block">Next attempt {dateTime(retryAt)}</span>}
        </p>
      )}
    </>
  );
}

function DeleteChannel({ channel: { id, name }, onClose }: { channel: Channel; onClose: () => void }) {
  const remove = useRemoveChannel();
  return (
    <DeleteDialog
      title="Delete Channel"
      name={name}
      confirmLabel="Delete Channel"
      isPending={remove.isPending}
      onConfirm={() => remove.mutate({ id }, { onSuccess: onClose })}
      onClose={onClose}
    >
      Its list of messages is deleted too.
    </DeleteDialog>
  );
}

const STATES = {
  waiting: { tone: "warning", label: "Waiting" },
  sent: { tone: "success", label: "Delivered" },
  dropped: { tone: "danger", label: "Given up" },
} as const satisfies Record<Delivery["state"], object>;

function DeliveryLog({ channel: { id, name }, onClose }: { channel: Channel; onClose: () => void }) {
  const deliveries = useDeliveries(id);
  const items = deliveries.data?.items;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Messages to ${isolate(name)}`}
      description="The last 20, newest first. Tests are not listed."
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {deliveries.isPending && <Skeleton className="h-28 w-full rounded-control" />}
      {deliveries.isError && !items && (
        <ErrorState text="Couldn't load the messages." onRetry={() => void deliveries.refetch()} />
      )}
      {items?.length === 0 && <p className="text-ink-muted">No messages yet.</p>}
      {items && items.length > 0 && (
        <ul aria-label="Messages" className="divide-y divide-line">
          {items.map(({ id: key, content, state, tries, createdAt, error }) => (
            <li key={key} className="py-2">
              <p className="flex flex-wrap items-center gap-2">
                <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>
                {content === "brief" ? "Brief" : "Events"}
                <span className="text-ink-muted">
                  <RelativeTime iso={createdAt} />
                  {tries > 1 && `, ${tries} attempts`}
                </span>
              </p>
              {error !== null && <p className="text-xs wrap-anywhere text-danger-ink">{error}</p>}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
