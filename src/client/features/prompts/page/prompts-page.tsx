import { Lock } from "lucide-react";

import { useCurrentUser } from "#client/features/users/use-current-user.ts";
import { EmptyState } from "#client/ui/empty-state.tsx";

import { PromptLibrary } from "./prompt-library.tsx";

/** The Prompt Stack, for those who are signed in. */
export function PromptsPage() {
  const user = useCurrentUser();
  if (!user) return <EmptyState icon={<Lock />} title="Please log in to access the Prompt Library." />;
  return <PromptLibrary username={user.username} />;
}
