import { Inbox } from "lucide-react";

import type { Slice } from "#client/slice.ts";

export const inboxSlice: Slice = {
  name: "inbox",
  pages: [
    {
      path: "/inbox",
      title: "Inbox",
      Icon: Inbox,
      nav: "sidebar",
      goKey: "i",
      load: async () => ({ Component: (await import("#client/features/inbox/inbox-page.tsx")).InboxPage }),
    },
  ],
};
