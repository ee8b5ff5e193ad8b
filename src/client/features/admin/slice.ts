import { Wrench } from "lucide-react";

import type { Slice } from "#client/slice.ts";

export const adminSlice: Slice = {
  name: "admin",
  pages: [
    {
      // Each tab has its own URL; see `admin-tabs.ts`. "/admin" redirects to the first one.
      path: "/admin/:id",
      title: "Admin",
      Icon: Wrench,
      isNamedByContent: true,
      load: async () => ({ Component: (await import("#client/features/admin/admin-page.tsx")).AdminPage }),
    },
  ],
};
