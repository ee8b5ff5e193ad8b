import { ProductMark } from "#client/layout/product-mark.tsx";
import { usePageTitle } from "#client/layout/use-page-title.ts";
import { LinkButton } from "#client/ui/link-button.tsx";

/** Any address that the product does not have. */
export function NotFoundPage() {
  usePageTitle("Page not found");
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center px-6 py-16 text-center">
      <ProductMark className="mb-6 size-12" />
      <h1 className="text-xl font-semibold tracking-tight">404 Page Not Found</h1>
      <p className="mt-2 text-pretty text-ink-muted">Did you forget to add the page to the router?</p>
      <LinkButton to="/" variant="primary" className="mt-6">
        Back to Home
      </LinkButton>
    </main>
  );
}
