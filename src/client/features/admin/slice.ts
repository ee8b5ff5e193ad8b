import { Wrench } from "lucide-react";

import type { Slice } from "#client/slice.ts";

export const adminSlice: Slice = {
  name: "admin",
  pages: [
    {
      // One address for each tab; `admin-tabs.ts` lists them. "/admin" leads to the first one.
      path: "/admin/:id",
      title: "Admin",
      Icon: Wrench,
      isNamedByContent: true,
      load: async () => ({ Component: (await import("#client/features/admin/admin-page.tsx")).AdminPage }),
    },
  ],
};
