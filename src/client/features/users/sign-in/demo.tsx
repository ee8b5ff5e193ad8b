import { FlaskConical } from "lucide-react";

import { useDemoSignIn } from "#client/features/users/use-auth.ts";
import { Button } from "#client/ui/button.tsx";

/** Banner above every page of a demo. */
export const DemoBanner = () => (
  <aside
    aria-label="Demo"
    className="flex items-center justify-center gap-2 border-b border-line bg-accent-soft px-4 py-2 text-sm text-pretty text-accent-ink print:hidden"
  >
    <FlaskConical aria-hidden className="size-4 shrink-0" />
    <p>This is a public demo. Everything you change is visible to all visitors and deleted every night.</p>
  </aside>
);

/** Sign-in card of a demo, with a button for each shared account. */
export function DemoSignIn() {
  const signIn = useDemoSignIn();
  const roleOf = (role: "admin" | "user") => ({
    isPending: signIn.isPending && signIn.variables.role === role,
    onClick: () => signIn.mutate({ role }),
  });
  return (
    <>
      <h1 className="text-xl font-semibold tracking-tight">Welcome</h1>
      <p className="mt-1 mb-6 text-pretty text-ink-muted">
        Try StackLoop with sample content. You don&apos;t need an account.
      </p>
      <div className="space-y-3">
        <Button variant="primary" className="w-full" pendingLabel="Signing In..." {...roleOf("admin")}>
          Sign In as Administrator
        </Button>
        <Button className="w-full" pendingLabel="Signing In..." {...roleOf("user")}>
          Sign In as Member
        </Button>
      </div>
    </>
  );
}
