import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useParams } from "react-router-dom";

import { statusOf } from "#client/api/errors.ts";
import { trpc } from "#client/api/trpc.ts";
import { ShareButton } from "#client/features/shared-pages/share-button.tsx";
import { longFormDate } from "#client/format/dates.ts";
import { usePageTitle } from "#client/layout/use-page-title.ts";
import { Button } from "#client/ui/button.tsx";
import { Card } from "#client/ui/card.tsx";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { ErrorState, NotFound } from "#client/ui/feedback/states.tsx";
import { lazyComponent } from "#client/ui/lazy-component.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";
import { periodText } from "#shared/brief/brief-texts.ts";
import type { PublishedBrief } from "#shared/brief/briefs.ts";

import { BriefSaveMenu, BriefSections } from "./brief-sections.tsx";
import { useBriefFiles } from "./use-brief.ts";

const DeleteBriefDialog = lazyComponent(
  async () => (await import("./delete-brief-dialog.tsx")).DeleteBriefDialog,
);

/** Page of a published brief, which everybody on the team can read. */
export function PublishedBriefPage() {
  const { id = "" } = useParams();
  const { data, error, refetch } = trpc.briefs.get.useQuery({ id }, { retry: false });
  usePageTitle(data?.title ?? (error ? "Page not found" : null));
  if (error && statusOf(error) === 404) return <NotFound />;
  if (error) return <ErrorState text="Couldn't load the brief." onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="mx-auto h-120 max-w-4xl rounded-card" />;
  return <PublishedBriefView brief={data} />;
}

function PublishedBriefView({ brief }: { brief: PublishedBrief }) {
  const { id, document, title, by, publishedAt, mayRemove } = brief;
  const files = useBriefFiles(document);
  const { client } = trpc.useUtils();
  const [isDeleting, setDeleting] = useState(false);
  const day = longFormDate(publishedAt);
  return (
    <div className="mx-auto max-w-4xl space-y-5">
      <PageHeader
        title={title}
        subtitle={periodText(document.period)}
        note={
          <p className="mt-0.5 text-xs text-ink-faint">
            {by === null ? `Published ${day}` : `Published by ${by}, ${day}`}
          </p>
        }
        actions={
          <>
            {mayRemove && (
              <Button variant="ghost" icon={<Trash2 aria-hidden />} onClick={() => setDeleting(true)}>
                Delete
              </Button>
            )}
            <ShareButton kind="brief" briefId={id} />
            <BriefSaveMenu
              files={files}
              onSaveSlides={() =>
                void files.save(client.briefs.exportPublished.query({ id, format: "pptx" }))
              }
            />
          </>
        }
      />
      {document.note.trim() !== "" && (
        <Card className="p-4 wrap-anywhere whitespace-pre-line md:p-5">{document.note}</Card>
      )}
      <BriefSections document={document} />
      {isDeleting && <DeleteBriefDialog brief={brief} onClose={() => setDeleting(false)} />}
    </div>
  );
}
