import { type FormEvent, useState } from "react";

import { messageOf } from "#client/api/errors.ts";
import { trpc } from "#client/api/trpc.ts";
import { useChange } from "#client/features/library/use-change.ts";
import { describeServed, useAssistantSettings } from "#client/features/users/assistants/use-tokens.ts";
import { Button } from "#client/ui/button.tsx";
import { useUnsaved } from "#client/ui/dialog/unsaved.ts";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { ErrorState } from "#client/ui/feedback/states.tsx";
import { ChoiceBar } from "#client/ui/form/choice-bar.tsx";
import { Field } from "#client/ui/form/field.tsx";
import { TagInput } from "#client/ui/form/tag-input.tsx";
import { TextArea } from "#client/ui/form/text-inputs.tsx";
import type { AssistantSettings as Settings } from "#shared/assistants/assistants.ts";
import { codePointLength } from "#shared/kernel/text-rules.ts";
import { MAX_GUIDANCE_LENGTH } from "#shared/prompts/prompt-rules.ts";

/** Admin settings for assistants: the prompts they receive, and general instructions. */
export function AssistantSettings() {
  const settings = useAssistantSettings();
  // If only a refetch failed, the form with the typed text remains.
  if (settings.isLoadingError) {
    return (
      <ErrorState
        text={messageOf(settings.error, "The settings for assistants couldn't be loaded.")}
        onRetry={() => void settings.refetch()}
      />
    );
  }
  if (!settings.data) return <Skeleton className="h-60" />;
  return (
    <>
      <p className="mb-3 text-pretty text-ink-muted">{describeServed(settings.data)}</p>
      <SettingsForm saved={settings.data} />
    </>
  );
}

const CHOICES = [
  { value: "all", label: "All prompts" },
  { value: "tagged", label: "Only those tagged" },
] as const;

function SettingsForm({ saved }: { saved: Settings }) {
  const save = useSaveAssistantSettings();
  const [which, setWhich] = useState<(typeof CHOICES)[number]["value"]>(
    saved.servedTags === null ? "all" : "tagged",
  );
  const [tags, setTags] = useState(saved.servedTags ?? []);
  const [guidance, setGuidance] = useState(saved.guidance);
  const [error, setError] = useState<string>();
  const servedTags = which === "all" ? null : tags;
  const isDirty =
    guidance.trim() !== saved.guidance || JSON.stringify(servedTags) !== JSON.stringify(saved.servedTags);
  useUnsaved(isDirty);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (servedTags?.length === 0) setError("Add a tag, or serve all prompts");
    else save.mutate({ guidance, servedTags });
  }

  return (
    <form noValidate onSubmit={handleSubmit} className="space-y-4">
      <ChoiceBar
        label="Prompts for assistants"
        className="w-fit"
        choices={CHOICES}
        chosen={which}
        onChange={(value) => {
          setWhich(value);
          setError(undefined);
        }}
      />
      {which === "tagged" && (
        <Field label="Tags" error={error} hint="Prompts with any of these tags are served">
          <TagInput
            value={tags}
            onChange={(value) => {
              setTags(value);
              setError(undefined);
            }}
          />
        </Field>
      )}
      <Field
        label="Guidance for assistants"
        hint="Every assistant receives this when it connects, such as your team's terms or preferred tools"
      >
        <TextArea
          rows={4}
          value={guidance}
          counter={{ length: codePointLength(guidance), max: MAX_GUIDANCE_LENGTH }}
          onChange={(event) => setGuidance(event.target.value)}
        />
      </Field>
      <Button type="submit" isPending={save.isPending} pendingLabel="Saving..." disabled={!isDirty}>
        Save for Assistants
      </Button>
    </form>
  );
}

/** Returns a mutation that stores the prompts that assistants receive, and their instructions. */
function useSaveAssistantSettings() {
  const { assistants } = trpc.useUtils();
  return trpc.assistants.saveSettings.useMutation(
    useChange({
      done: "Settings for assistants saved",
      failed: { title: "Not saved", text: "Failed to save the settings" },
      onDone(settings) {
        void assistants.settings.cancel();
        assistants.settings.setData(undefined, settings);
        void assistants.ofPrompt.invalidate();
      },
    }),
  );
}
