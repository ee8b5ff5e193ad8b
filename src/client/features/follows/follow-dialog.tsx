import { Link } from "react-router-dom";

import { Button } from "#client/ui/button.tsx";
import { Dialog } from "#client/ui/dialog/dialog.tsx";
import { CopyFrame } from "#client/ui/form/text-frame.tsx";
import {
  type CreatedFollow,
  type Follow,
  type FollowedView,
  followedViewSchema,
  pageOfView,
  titleOfView,
} from "#shared/follows.ts";
import { MAX_SEARCH_LENGTH } from "#shared/search/search.ts";

import { LastRequest, useCreateFollow, useFollows, useToolName } from "./use-follows.tsx";

interface FollowDialogProps {
  view: FollowedView;
  /** Title of a discussed item. */
  itemTitle?: string;
  onClose: () => void;
}

/** Moves the focus to the new addresses, because they are shown only once. */
const focusAddresses = (addresses: HTMLElement | null) => addresses?.focus({ preventScroll: true });

/** Dialog that describes the feed of a view, creates its addresses and shows them once. */
export function FollowDialog({ view: shown, itemTitle, onClose }: FollowDialogProps) {
  const view = normalizeView(shown);
  const toolName = useToolName(view.section === "news" ? view.filter.toolId : null);
  const create = useCreateFollow();
  const created = create.data;
  const existing = useExistingFollow(view);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={created ? "Your Feed Is Ready" : "Follow in a Feed Reader"}
      description={created?.title ?? titleOfView(view, itemTitle ?? toolName)}
      footer={
        created ? (
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button
              variant="primary"
              isPending={create.isPending}
              pendingLabel="Creating..."
              onClick={() => create.mutate({ view })}
            >
              {existing === undefined ? "Create Address" : "Create Another Address"}
            </Button>
          </>
        )
      }
    >
      <div key={created?.id} ref={created && focusAddresses} tabIndex={-1} className="space-y-4 outline-none">
        {created ? <FeedAddresses follow={created} /> : <FeedDescription view={view} existing={existing} />}
      </div>
    </Dialog>
  );
}

/** Normalises a view for storage: trims and truncates the search text. */
function normalizeView(view: FollowedView): FollowedView {
  if (view.section === "discussion") return view;
  const { section, filter } = view;
  const search = filter.search.slice(0, MAX_SEARCH_LENGTH);
  const candidate = { section, filter: { ...filter, search } };
  const parsed = followedViewSchema.safeParse(candidate);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the length of the text has changed
  return parsed.success ? parsed.data : (candidate as FollowedView);
}

/** Returns the newest follow of the same view. */
function useExistingFollow(view: FollowedView): Follow | undefined {
  const { data } = useFollows();
  const page = pageOfView(view);
  return data?.items.find((follow) => follow.page === page);
}

function FeedDescription({ view, existing }: { view: FollowedView; existing: Follow | undefined }) {
  return (
    <>
      <p className="text-pretty">
        Your feed reader gets the newest 50{" "}
        {view.section === "discussion" ? "comments of this discussion" : "items of this page"} and stays up to
        date.
        {isPersonal(view) && " Your read flags, stars and hidden items apply there too."}
      </p>
      {existing && (
        <div className="rounded-control border border-line bg-sunken px-3 py-2.5">
          <p className="text-pretty">
            You already follow this view. Its address can't be shown again, but you can create another one;
            both will work.
          </p>
          <p className="mt-1 text-xs text-ink-muted">
            <LastRequest follow={existing} />
          </p>
        </div>
      )}
      <AccessNote />
    </>
  );
}

/** True if a view has different content for each user. */
const isPersonal = (view: FollowedView): boolean => "show" in view.filter && view.filter.show !== "all";

function FeedAddresses({ follow: { atomUrl, jsonUrl } }: { follow: CreatedFollow }) {
  return (
    <>
      <p className="text-pretty">
        Paste one of these into your feed reader; most accept both. They aren't shown again.
      </p>
      <CopyFrame label="Atom" text={atomUrl} />
      <CopyFrame label="JSON Feed" text={jsonUrl} />
      <AccessNote />
    </>
  );
}

const AccessNote = () => (
  <p className="text-pretty text-ink-muted">
    Anyone with the address can read this view without signing in, until you stop it under{" "}
    <Link to="/account?tab=feeds" className="text-accent-ink underline">
      Account, Feeds
    </Link>
    .
  </p>
);
