import { ProductLogo } from "#client/layout/product-logo.tsx";
import { usePageTitle } from "#client/layout/use-page-title.ts";
import { NotFound } from "#client/ui/feedback/not-found.tsx";

/** Page for unknown URLs. */
export function NotFoundPage() {
  usePageTitle("Page not found");
  return (
    <main>
      <NotFound sign={<ProductLogo className="mb-6 size-12" />} className="min-h-dvh justify-center" />
    </main>
  );
}
