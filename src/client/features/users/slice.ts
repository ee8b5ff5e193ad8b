import { Bot, UserRound } from "lucide-react";

import type { Slice } from "#client/slice.ts";

export const userSlice: Slice = {
  name: "users",
  pages: [
    {
      path: "/account",
      title: "Account",
      Icon: UserRound,
      nav: "user menu",
      load: async () => ({
        Component: (await import("#client/features/users/account/account-page.tsx")).AccountPage,
      }),
      actions: [{ query: "tab=assistants", label: "Connect an Assistant", Icon: Bot }],
    },
  ],
};
