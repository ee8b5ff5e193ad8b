import { AuthCard } from "#client/features/users/sign-in/auth-card.tsx";
import { ProductLogo } from "#client/layout/product-logo.tsx";
import { usePageTitle } from "#client/layout/use-page-title.ts";

import { MarketingPanel } from "./marketing-panel.tsx";

/** The only page for visitors. It fades in, because a signed-in user may get their own page in a moment. */
export function PublicPage({ isLoading }: { isLoading: boolean }) {
  usePageTitle(isLoading ? "Loading" : "Sign in");
  return (
    <div className="flex min-h-dvh transition-opacity duration-200 starting:opacity-0">
      <MarketingPanel />
      <main className="flex min-w-0 flex-1 flex-col items-center justify-center gap-6 px-4 py-8">
        <p className="flex items-center gap-2.5 text-base font-semibold tracking-tight lg:hidden">
          <ProductLogo className="size-8" />
          StackLoop
        </p>
        <AuthCard isLoading={isLoading} />
      </main>
    </div>
  );
}
