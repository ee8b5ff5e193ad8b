import { Copy, History, Link2, Pencil, Trash2, WandSparkles } from "lucide-react";
import { useState } from "react";

import { CommentButton, ItemDiscussion } from "#client/features/discussions/item-discussion.tsx";
import { itemAttributes } from "#client/features/discussions/quote-offer.tsx";
import { NamedText, NamesProvider } from "#client/features/links/names/named-text.tsx";
import { RelatedSection } from "#client/features/links/related-section.tsx";
import { refOf } from "#client/features/links/use-links.ts";
import { ItemNote } from "#client/features/live/item-note.tsx";
import { useIsDeleted } from "#client/features/live/open-item.tsx";
import { PromptInAssistants } from "#client/features/prompts/assistants/prompt-in-assistants.tsx";
import type { DialogOfPrompt } from "#client/features/prompts/page/prompts-view.ts";
import { useListedPrompt, useStarPrompt, useCopyPrompt } from "#client/features/prompts/use-prompts.ts";
import { VariableText } from "#client/features/prompts/variables/variable-text.tsx";
import { WorksIn } from "#client/features/ratings/works-in.tsx";
import { dateTime } from "#client/format/dates.ts";
import { Button } from "#client/ui/button.tsx";
import { FooterButton, FooterMenu } from "#client/ui/dialog/dialog-frame.tsx";
import { Dialog } from "#client/ui/dialog/dialog.tsx";
import { TextFrame } from "#client/ui/form/text-frame.tsx";
import { useItemShortcut, useShortcut } from "#client/ui/menu/shortcuts.tsx";
import { StarButton } from "#client/ui/star-button.tsx";
import { Badge, ModalityBadge } from "#client/ui/text/badge.tsx";
import { useCopyLink } from "#client/ui/text/copy-text.ts";
import { Fact, FactPicture, FactTags, FieldFact } from "#client/ui/text/fact.tsx";
import { factsOf } from "#shared/fields/field.ts";
import { PROMPT_FIELDS } from "#shared/fields/prompt-fields.ts";
import { itemAddress } from "#shared/kernel/item-address.ts";
import { optionLabel } from "#shared/kernel/text-rules.ts";
import { filledParts, parseVariables } from "#shared/prompts/prompt-variables.ts";
import type { Prompt } from "#shared/prompts/prompts.ts";

interface PromptDetailDialogProps {
  prompt: Prompt;
  onClose: () => void;
  /** Opens another dialog about the same prompt. */
  onOpen: (dialog: DialogOfPrompt) => void;
  onTag: (tag: string) => void;
}

export function PromptDetailDialog({ prompt, onClose, onOpen, onTag }: PromptDetailDialogProps) {
  const item = { kind: "prompt", id: prompt.id } as const;
  const copyLink = useCopyLink();
  const copyPrompt = useCopyPrompt();
  const handleCopy = () => void copyPrompt(prompt.prompt);
  useShortcut("c", handleCopy, "dialog");
  const listed = useListedPrompt(prompt);
  const star = useStarPrompt();
  useItemShortcut("s", refOf(item), () => star(listed, !listed.isStarred));
  const isDeleted = useIsDeleted();
  const [requests, setRequests] = useState(0);
  useShortcut("e", () => !isDeleted && onOpen("edit"), "dialog");
  useShortcut("h", () => !isDeleted && onOpen("history"), "dialog");
  useShortcut("u", () => !isDeleted && onOpen("use"), "dialog");

  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="large"
      title={
        <span className="block min-w-0 text-xl font-semibold tracking-tight break-words text-ink">
          {prompt.name}
        </span>
      }
      description={prompt.purpose && <span className="whitespace-pre-line">{prompt.purpose}</span>}
      footer={
        <>
          <FooterMenu
            entries={[
              {
                label: "Copy Link",
                icon: <Link2 aria-hidden />,
                onSelect: () => void copyLink(itemAddress(item), "prompt"),
              },
              {
                label: "History",
                icon: <History aria-hidden />,
                isDisabled: isDeleted,
                onSelect: () => onOpen("history"),
              },
              {
                label: "Delete",
                icon: <Trash2 aria-hidden />,
                isDisabled: isDeleted,
                onSelect: () => onOpen("delete"),
              },
            ]}
          />
          <FooterButton
            label="Edit"
            icon={<Pencil aria-hidden />}
            keys="e"
            disabled={isDeleted}
            onClick={() => onOpen("edit")}
          />
          <Button
            data-autofocus
            variant="primary"
            icon={<WandSparkles aria-hidden />}
            aria-keyshortcuts="u"
            disabled={isDeleted}
            onClick={() => onOpen("use")}
          >
            Use Prompt
          </Button>
        </>
      }
    >
      <ItemNote />
      <div {...itemAttributes(item)}>
        <div className="mb-4 flex flex-wrap items-center gap-1.5">
          {prompt.modality && <ModalityBadge modality={prompt.modality} />}
          {prompt.industry && <Badge tone="outline">{optionLabel(prompt.industry)}</Badge>}
          <span className="-my-1 flex items-center text-ink-muted tabular-nums">
            <StarButton isStarred={listed.isStarred} onStar={(next) => star(listed, next)} />
            {listed.stars > 0 && listed.stars}
          </span>
          <CommentButton onPress={() => setRequests(requests + 1)} />
        </div>
        <TextFrame
          label="Prompt"
          actions={
            <Button
              size="small"
              variant="ghost"
              icon={<Copy aria-hidden />}
              aria-keyshortcuts="c"
              onClick={handleCopy}
            >
              Copy
            </Button>
          }
        >
          <VariableText showsNames parts={filledParts(prompt.prompt, {})} />
        </TextFrame>
        <div className="mt-4">
          <WorksIn promptId={prompt.id} />
        </div>
        <NamesProvider item={item}>
          <PromptFacts prompt={prompt} onTag={onTag} />
        </NamesProvider>
        <div className="mt-6 border-t border-line pt-4">
          <ItemDiscussion item={item} title={prompt.name} openRequests={requests} />
        </div>
        <div className="mt-4 border-t border-line pt-4">
          <RelatedSection item={item} title={prompt.name} />
        </div>
        <div className="mt-4 border-t border-line pt-2">
          <PromptInAssistants id={prompt.id} />
        </div>
      </div>
    </Dialog>
  );
}

interface PromptFactsProps {
  prompt: Prompt;
  onTag: (tag: string) => void;
}

/** Metadata of a prompt. */
function PromptFacts({ prompt, onTag }: PromptFactsProps) {
  const variables = parseVariables(prompt.prompt);
  return (
    <dl className="mt-5 grid gap-x-8 gap-y-5 md:grid-cols-2">
      <Fact label="Author">{prompt.promptAuthor ?? "Anonymous"}</Fact>
      <Fact label="Last Updated">
        <time dateTime={prompt.dateUpdated}>{dateTime(prompt.dateUpdated)}</time>
      </Fact>
      {variables.length > 0 && (
        <Fact label="Variables" isWide>
          <ul className="flex flex-wrap gap-x-4 gap-y-1">
            {variables.map(({ name, defaultValue }) => (
              <li key={name} className="min-w-0 break-words">
                {name}
                {defaultValue && <span className="text-ink-faint"> (default: “{defaultValue}”)</span>}
              </li>
            ))}
          </ul>
        </Fact>
      )}
      {prompt.tags.length > 0 && <FactTags tags={prompt.tags} onTag={onTag} />}
      {prompt.exampleImageUrl && (
        <FactPicture
          label="Example Image"
          address={prompt.exampleImageUrl}
          alt="Example result of this prompt"
        />
      )}
      {factsOf(PROMPT_FIELDS).map((name) => (
        <FieldFact
          key={name}
          row={PROMPT_FIELDS[name]}
          value={prompt[name]}
          renderText={(text) => <NamedText text={text} />}
        />
      ))}
    </dl>
  );
}
