import { HeartPulse } from "lucide-react";

import type { Slice } from "#client/slice.ts";

export const systemSlice: Slice = {
  name: "system",
  pages: [
    {
      path: "/system",
      title: "System",
      Icon: HeartPulse,
      nav: "user menu",
      isForAdmins: true,
      load: async () => ({ Component: (await import("#client/features/system/system-page.tsx")).SystemPage }),
    },
  ],
};
