import { useEffect, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router-dom";

import { messageOf } from "#client/api/errors.ts";
import { trpc } from "#client/api/trpc.ts";
import { useChange } from "#client/features/library/use-change.ts";
import { Button } from "#client/ui/button.tsx";
import { Card } from "#client/ui/card.tsx";
import { LEAVE_CONFIRMED } from "#client/ui/dialog/unsaved.ts";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { Callout, ErrorState } from "#client/ui/feedback/states.tsx";
import { useToast } from "#client/ui/feedback/toast.tsx";
import { Field } from "#client/ui/form/field.tsx";
import { TextInput } from "#client/ui/form/inputs.tsx";
import { Select } from "#client/ui/form/select.tsx";
import { TextArea } from "#client/ui/form/text-inputs.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";
import { SAVE_TARGETS, type SaveTarget, TARGET_WORDS, UNREADABLE_PAGE } from "#shared/save/save-targets.ts";
import type { SavePlan } from "#shared/save/save.ts";

interface SharedAddress {
  url: string;
  title: string;
  text: string;
}

/**
 * Page that shows what an address is and where it can be saved, and saves it. Browsers and phones pass the address in
 * the URL.
 */
export function SavePage() {
  const { search } = useLocation();
  const parameters = new URLSearchParams(search);
  const readParameter = (name: string) => parameters.get(name)?.slice(0, 10_000) ?? "";
  const shared = { url: readParameter("url"), title: readParameter("title"), text: readParameter("text") };
  const isEmpty = Object.values(shared).every((value) => value.trim() === "");
  return (
    <div className="mx-auto max-w-xl">
      <PageHeader
        title="Save an Address"
        subtitle="StackLoop recognises the address and suggests where to save it."
      />
      <Card className="mt-6 p-5 md:p-6">
        {isEmpty ? <AddressForm /> : <SaveSheet key={search} shared={shared} />}
      </Card>
    </div>
  );
}

/** Form for the address, if the page's URL contains none. */
function AddressForm() {
  const navigate = useNavigate();
  const [address, setAddress] = useState("");
  const [error, setError] = useState<string>();
  return (
    <form
      noValidate
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (address.trim() === "") setError("Enter an address, an arXiv id, a DOI or an ISBN.");
        else void navigate(`/save?${new URLSearchParams({ url: address.trim() }).toString()}`);
      }}
    >
      <Field label="Address" error={error} hint="A web address, an arXiv id, a DOI or an ISBN">
        <TextInput
          ref={focusField}
          value={address}
          autoComplete="off"
          spellCheck={false}
          placeholder="https://"
          onChange={(event) => {
            setAddress(event.target.value);
            setError(undefined);
          }}
        />
      </Field>
      <Button type="submit" variant="primary" className="w-full">
        Continue
      </Button>
    </form>
  );
}

const focusField = (element: HTMLElement | null) => element?.focus();

function SaveSheet({ shared }: { shared: SharedAddress }) {
  const { mutate, data, error } = trpc.save.plan.useMutation();
  const { url, title, text } = shared;
  useEffect(() => mutate({ url, title, text }), [mutate, url, title, text]);
  if (error)
    return (
      <ErrorState
        text={messageOf(error, "Couldn't recognise this address. Please try again.")}
        onRetry={() => mutate(shared)}
      />
    );
  return data ? <PlanForm shared={shared} plan={data} /> : <PlanSkeleton />;
}

function PlanSkeleton() {
  return (
    <div>
      <output className="sr-only">Reading the page</output>
      <Skeleton className="mb-2 h-6 w-3/4" />
      <Skeleton className="mb-6 h-4 w-1/2" />
      <Skeleton className="mb-4 h-control w-full rounded-control" />
      <Skeleton className="mb-4 h-24 w-full rounded-control" />
      <Skeleton className="h-control w-full rounded-control" />
    </div>
  );
}

function PlanForm({ shared, plan }: { shared: SharedAddress; plan: SavePlan }) {
  const [target, setTarget] = useState<SaveTarget | null>(null);
  const [note, setNote] = useState("");
  const { save, isPending } = useSave();
  const isKnown = plan.existing !== null && target === null;
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        save({ ...shared, note, ...(target !== null && { target }) });
      }}
    >
      <PlanSummary plan={plan} />
      {plan.existing && (
        <Callout>
          <span>Already here.</span>{" "}
          <Link to={plan.existing.path} className="font-medium underline">
            Open it
          </Link>
        </Callout>
      )}
      {!plan.isRead && !plan.existing && <Callout tone="warning">{UNREADABLE_PAGE}</Callout>}
      <TargetField plan={plan} target={target} onChoose={setTarget} />
      <Field label="Add a note" hint="It becomes the first comment.">
        <TextArea
          value={note}
          rows={3}
          maxLength={10_000}
          onChange={(event) => setNote(event.target.value)}
        />
      </Field>
      <Button
        ref={focusField}
        type="submit"
        variant="primary"
        className="w-full"
        isPending={isPending}
        pendingLabel="Saving..."
      >
        {isKnown && note.trim() !== "" ? "Add Note" : isKnown ? "Open" : "Save"}
      </Button>
    </form>
  );
}

function useSave() {
  const toast = useToast();
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const { mutate, isPending } = trpc.save.add.useMutation({
    ...useChange({ failed: "Not saved" }),
    async onSuccess({ title, path, isNew }) {
      await utils.invalidate(undefined, { refetchType: "none" });
      if (isNew) toast.success("Saved", title);
      void navigate(path, { replace: true, state: LEAVE_CONFIRMED });
    },
  });
  return { save: mutate, isPending };
}

function PlanSummary({ plan: { title, author, url, description } }: { plan: SavePlan }) {
  const site = URL.canParse(url) ? new URL(url).hostname.replace(/^www\./u, "") : `ISBN ${url}`;
  return (
    <div className="min-w-0">
      <h2 className="text-base font-semibold tracking-tight wrap-anywhere">
        <bdi>{title}</bdi>
      </h2>
      <p className="mt-1 text-sm wrap-anywhere text-ink-muted">
        {author !== null && (
          <>
            <bdi>{author}</bdi> ·{" "}
          </>
        )}
        <span>{site}</span>
      </p>
      {description !== null && <p className="mt-2 line-clamp-3 text-sm text-pretty">{description}</p>}
    </div>
  );
}

interface TargetFieldProps {
  plan: SavePlan;
  target: SaveTarget | null;
  onChoose: (target: SaveTarget | null) => void;
}

/** Select for the target. An existing item is the default. */
function TargetField({ plan, target, onChoose }: TargetFieldProps) {
  const { targets, existing, tool, toolNames } = plan;
  const labelOf = (option: SaveTarget) =>
    TARGET_WORDS[option](option === "article" ? toolNames.slice(0, 3).join(", ") : (tool?.name ?? ""));
  return (
    <Field label="Goes to">
      <Select
        value={target ?? (existing ? "" : plan.target)}
        options={targets.map((option) => ({ value: option, label: labelOf(option) }))}
        {...(existing && { placeholder: existing.title })}
        onChange={({ target: { value } }) =>
          onChoose(SAVE_TARGETS.find((option) => option === value) ?? null)
        }
      />
    </Field>
  );
}
