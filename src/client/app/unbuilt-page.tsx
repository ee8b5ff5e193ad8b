import { Hammer } from "lucide-react";

import type { Section } from "#client/features/home/sections.ts";
import { EmptyState } from "#client/ui/empty-state.tsx";
import { LinkButton } from "#client/ui/link-button.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";

/** Holds the address of a section that does not exist yet, and says so. */
export function UnbuiltPage({ section }: { section: Section }) {
  return (
    <>
      <PageHeader title={section.title} subtitle={section.subtitle} />
      <div className="mt-6">
        <EmptyState
          icon={<Hammer />}
          title="This section is not built yet"
          text={`It will hold: ${section.purpose.charAt(0).toLowerCase()}${section.purpose.slice(1)} The AI Stack is ready to use.`}
          action={<LinkButton to="/dashboard">Open AI Stack</LinkButton>}
        />
      </div>
    </>
  );
}
