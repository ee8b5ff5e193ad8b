import { LayoutGrid, Presentation, ShieldCheck, Users } from "lucide-react";

import { ProductLogo } from "#client/layout/product-logo.tsx";

import { ProductPicture } from "./product-picture.tsx";

const FEATURES = [
  { Icon: LayoutGrid, text: "Organise AI tools by industry and modality" },
  { Icon: Presentation, text: "Export data for presentations" },
  { Icon: ShieldCheck, text: "Role-based access control" },
  { Icon: Users, text: "Team collaboration" },
];

/** Product description next to the sign-in card on wide screens. */
export function MarketingPanel() {
  return (
    <>
      <div className="mx-auto w-full max-w-2xl">
        <div className="flex items-center gap-4">
          <ProductLogo className="size-12" />
          <h2 className="text-3xl font-semibold tracking-tight">StackLoop</h2>
        </div>
        <p className="mt-5 max-w-lg text-base text-pretty text-ink-muted">
          Welcome! This is where your team shares its knowledge around the landscape of artificial
          intelligence.
        </p>
        <ul className="mt-6 grid gap-x-6 gap-y-3 xl:grid-cols-2">
          {FEATURES.map(({ Icon, text }) => (
            <li key={text} className="flex items-center gap-3 font-medium">
              <span className="flex size-8 shrink-0 items-center justify-center rounded-control border border-line bg-surface text-accent-ink shadow-card">
                <Icon aria-hidden className="size-4" />
              </span>
              {text}
            </li>
          ))}
        </ul>
      </div>
      <ProductPicture />
    </>
  );
}
