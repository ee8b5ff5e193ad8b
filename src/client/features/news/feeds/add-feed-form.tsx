import { Plus } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";

import { messageOf } from "#client/api/errors.ts";
import { Button } from "#client/ui/button.tsx";
import { useUnsaved } from "#client/ui/dialog/unsaved.ts";
import { Field } from "#client/ui/form/field.tsx";
import { AddressInput } from "#client/ui/form/inputs.tsx";
import { newFeedSchema } from "#shared/news/feeds.ts";

import { useAddFeed } from "./use-feeds.ts";

/** Form for the URL of a feed, or of a page that links to one. */
export function AddFeedForm() {
  const addFeed = useAddFeed();
  const input = useRef<HTMLInputElement>(null);
  const [url, setUrl] = useState("");
  const [error, setError] = useState<string>();
  useUnsaved(url.trim() !== "");

  function refuse(message: string) {
    setError(message);
    input.current?.focus();
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    const checked = newFeedSchema.safeParse({ url: url.trim() });
    if (!checked.success) {
      refuse(checked.error.issues[0]?.message ?? "Please enter a valid URL");
      return;
    }
    addFeed.mutate(checked.data, {
      onSuccess: () => setUrl(""),
      onError: (cause) => refuse(messageOf(cause, "No news feed found at this address")),
    });
  }

  return (
    <form noValidate onSubmit={handleSubmit} className="flex items-start gap-2">
      <Field label="Add Feed" error={error} className="min-w-0 flex-1">
        <AddressInput
          ref={input}
          value={url}
          placeholder="https://example.com/feed.xml, or a page with a feed"
          onChange={(address) => {
            setUrl(address);
            setError(undefined);
          }}
        />
      </Field>
      <Button
        type="submit"
        className="mt-6.5"
        icon={<Plus aria-hidden />}
        isPending={addFeed.isPending}
        pendingLabel="Reading..."
      >
        Add
      </Button>
    </form>
  );
}
