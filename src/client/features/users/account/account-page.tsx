import type { ReactNode } from "react";

import { useCurrentUser } from "#client/features/users/use-current-user.ts";
import { Badge } from "#client/ui/badge.tsx";
import { Card } from "#client/ui/card.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";

import { PasswordForm } from "./password-form.tsx";
import { ProfileForm } from "./profile-form.tsx";
import { SessionList } from "./session-list.tsx";

/** A person's own account: who they are, their password, where they are signed in. */
export function AccountPage() {
  const user = useCurrentUser();
  if (!user) return null;
  return (
    <div className="mx-auto max-w-4xl">
      <PageHeader
        title="Account"
        subtitle={
          <>
            Signed in as{" "}
            <strong className="font-medium break-all text-ink">
              <bdi>{user.username}</bdi>
            </strong>
          </>
        }
        actions={user.role === "admin" && <Badge tone="accent">Admin</Badge>}
      />
      <div className="mt-6 space-y-4">
        <Part title="Profile" text="How others see you. Home greets you by your first name.">
          <ProfileForm user={user} />
        </Part>
        <Part title="Password" text="Changing your password signs you out on all other devices.">
          <PasswordForm username={user.username} />
        </Part>
        <Part title="Sessions" text="Where you're signed in. End any session you don't recognise.">
          <SessionList />
        </Part>
      </div>
    </div>
  );
}

interface PartProps {
  title: string;
  text: string;
  children: ReactNode;
}

function Part({ title, text, children }: PartProps) {
  return (
    <Card className="grid gap-x-8 gap-y-5 p-5 md:grid-cols-[14rem_minmax(0,1fr)] md:p-6">
      <div>
        <h2 className="text-base font-semibold">{title}</h2>
        <p className="mt-1 text-pretty text-ink-muted">{text}</p>
      </div>
      {children}
    </Card>
  );
}
