import { Bell, BellOff, BellRing, Rss } from "lucide-react";
import { useState } from "react";

import { trpc } from "#client/api/trpc.ts";
import { FollowDialog } from "#client/features/follows/follow-button.tsx";
import { useChange } from "#client/features/library/use-change.ts";
import { Button } from "#client/ui/button.tsx";
import { Menu } from "#client/ui/menu/menu.tsx";
import type { WatchOf } from "#shared/inbox/inbox.ts";

/** Reference to an item, or to a topic of readings. */
type WatchedRef = WatchOf["ref"];

const WATCH_LEVELS = [
  { level: null, state: "Watch", label: "Default: your items, discussions and mentions", Icon: Bell },
  { level: "watch", state: "Watching", label: "Watch: all comments and changes", Icon: BellRing },
  { level: "mute", state: "Muted", label: "Mute discussion: only mentions", Icon: BellOff },
] as const;

const TOPIC_LEVELS = [
  WATCH_LEVELS[0],
  { ...WATCH_LEVELS[1], label: "Watch: all readings on this topic" },
] as const;

type TopicRef = Extract<WatchedRef, `topic:${string}`>;
const isTopic = (ref: WatchedRef): ref is TopicRef => ref.startsWith("topic:");

interface WatchMenuProps {
  watched: WatchedRef;
  /** Title of the item or topic. */
  title: string;
}

/**
 * Menu for the level at which the user watches an item or topic. Its button shows the current level. For an item, it
 * also creates a feed of the discussion.
 */
export function WatchMenu({ watched, title }: WatchMenuProps) {
  const subject = { ref: watched };
  const levels = isTopic(watched) ? TOPIC_LEVELS : WATCH_LEVELS;
  const [isFollowing, setFollowing] = useState(false);
  const { watches, inbox } = trpc.useUtils();
  const { data } = trpc.watches.get.useQuery(subject);
  const { mutate } = trpc.watches.set.useMutation({
    async onMutate({ level }) {
      await watches.get.cancel(subject);
      watches.get.setData(subject, (now) => now && { ...now, level });
    },
    ...useChange({
      failed: "Couldn't save it",
      refresh: () => Promise.all([watches.get.invalidate(subject), inbox.list.invalidate()]),
    }),
  });
  const { state, Icon } = WATCH_LEVELS.find(({ level }) => level === data?.level) ?? WATCH_LEVELS[0];
  const feed = { label: "RSS feed", icon: <Rss aria-hidden />, onSelect: () => setFollowing(true) };
  return (
    <>
      <Menu
        trigger={
          <Button size="small" variant="ghost" icon={<Icon aria-hidden />}>
            {state}
            <span className="sr-only">: {title}</span>
          </Button>
        }
        header={<p className="text-xs text-ink-muted">What reaches your inbox</p>}
        groups={[
          levels.map(({ level, label, Icon: LevelIcon }) => ({
            label,
            icon: <LevelIcon aria-hidden />,
            isChosen: level === (data?.level ?? null),
            onSelect: () => mutate({ ...subject, level }),
          })),
          ...(isTopic(watched) ? [] : [[feed]]),
        ]}
      />
      {isFollowing && !isTopic(watched) && (
        <FollowDialog
          view={{ section: "discussion", filter: { ref: watched } }}
          itemTitle={title}
          onClose={() => setFollowing(false)}
        />
      )}
    </>
  );
}
