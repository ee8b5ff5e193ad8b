import { Sparkles } from "lucide-react";
import { useState } from "react";
import { useWatch } from "react-hook-form";

import { messageOf } from "#client/api/errors.ts";
import { trpc } from "#client/api/trpc.ts";
import { Button } from "#client/ui/button.tsx";
import { useToast } from "#client/ui/feedback/toast.tsx";
import { hostOf } from "#client/ui/links.tsx";
import { Logo } from "#client/ui/text/logo.tsx";
import { TOOL_FORM } from "#shared/fields/tool-fields.ts";
import { readWebAddress, cleanTags, optionLabel } from "#shared/kernel/text-rules.ts";
import { isolate } from "#shared/texts/escaping.ts";
import { type AutofillField, AUTOFILL_FIELDS } from "#shared/tools/autofill-fields.ts";

import { type ToolForm, setField, textOf } from "./tool-form.ts";

/** Returns the URL if a text consists of one with its protocol, else undefined. */
export const parseAddress = (text: string): string | undefined =>
  /^https?:\/\/\S+$/iu.test(text.trim()) ? readWebAddress(text) : undefined;

/** Sites whose URL paths contain a project's name in second place, such as `github.com/openai/whisper`. */
const PROJECT_HOSTS = new Set(["github.com", "gitlab.com", "huggingface.co", "codeberg.org"]);
/** Labels of host names that aren't the name of a tool, at the end or before a country code. */
const GENERIC_LABELS = new Set(["com", "co", "org", "net", "ac", "gov"]);

/** Returns the probable name of the tool at a URL: "Claude" for `https://www.claude.ai/new`. */
export function guessToolName(address: string): string {
  const { hostname, pathname } = new URL(address);
  const host = hostname.replace(/^www\./u, "");
  const project = PROJECT_HOSTS.has(host) ? pathname.split("/")[2] : undefined;
  const labels = host.split(".").slice(0, -1);
  if (labels.length > 1 && GENERIC_LABELS.has(labels.at(-1) ?? "")) labels.pop();
  const name = project || labels.at(-1) || host;
  return name.charAt(0).toUpperCase() + name.slice(1);
}

interface FoundValue {
  field: "name" | AutofillField;
  value: string;
  source: string;
}

interface Preview {
  toolName: string;
  findings: readonly FoundValue[];
  /** Fields for which no value was found. */
  missing: readonly AutofillField[];
}

/** Finds values for all empty fields of a tool and previews them. `apply` then changes the fields. */
export function useFillEverything(form: ToolForm) {
  const { client } = trpc.useUtils();
  const toast = useToast();
  const [isPending, setPending] = useState(false);
  const [offered, setOffered] = useState<string | null>(null);
  const [preview, setPreview] = useState<Preview | null>(null);

  async function find() {
    const { name, url, ...others } = form.getValues();
    const typed = name.trim();
    const address = readWebAddress(url ?? "") ?? parseAddress(typed);
    const hasName = typed !== "" && parseAddress(typed) === undefined;
    const toolName = hasName ? typed : address && guessToolName(address);
    if (!toolName) {
      toast.failure("Tool name required", "Please enter a tool name first to use auto-fill");
      form.setFocus("name");
      return;
    }
    setPending(true);
    const formValues: FoundValue[] = [];
    if (!hasName && address) formValues.push({ field: "name", value: toolName, source: hostOf(address) });
    if (address && !url?.trim()) formValues.push({ field: "url", value: address, source: "Tool Name" });
    const values = { ...others, url: address ?? url };
    const wanted = AUTOFILL_FIELDS.filter((field) => textOf(values[field] ?? "").trim() === "");
    const results = await Promise.allSettled(
      wanted.map(async (fieldType): Promise<FoundValue> => {
        const request = { toolName, fieldType, ...(address && { url: address }) };
        return { field: fieldType, ...(await client.tools.autofill.mutate(request)) };
      }),
    );
    const findings = results.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    const failure = results.find((answer) => answer.status === "rejected");
    setPending(false);
    setOffered(null);
    if (findings.length + formValues.length > 0) {
      const missing = wanted.filter((field) => !findings.some((finding) => finding.field === field));
      setPreview({ toolName, findings: [...formValues, ...findings], missing });
    } else if (failure) {
      toast.failure("Auto-fill failed", messageOf(failure.reason, "Could not auto-fill these fields"));
    } else toast.success("Nothing to fill", "No field is empty.");
  }

  return {
    find: () => void find(),
    isPending,
    offered,
    /** Offers to fill the form from this pasted URL. */
    offer: setOffered,
    preview,
    apply(findings: readonly FoundValue[]) {
      for (const { field, value } of findings)
        setField(form, field, field === "tags" ? cleanTags(value.toLowerCase().split(",")) : value);
      setPreview(null);
      form.setFocus("name");
    },
    cancel() {
      setPreview(null);
      setOffered(null);
      form.setFocus("name");
    },
  };
}

type FillEverything = ReturnType<typeof useFillEverything>;

/** Button beside the tool's name that finds values for all empty fields. */
export function FillEverythingButton({ filling }: { filling: FillEverything }) {
  return (
    <Button
      variant="ghost"
      size="small"
      className="-my-1.5 -mr-2"
      icon={<Sparkles aria-hidden />}
      isPending={filling.isPending}
      pendingLabel="Looking up..."
      onClick={filling.find}
    >
      Fill everything
    </Button>
  );
}

/** Offer to use a pasted URL, or the preview of the found values. */
export function FillEverythingPanel({ form, filling }: { form: ToolForm; filling: FillEverything }) {
  const { offered, preview } = filling;
  return (
    <div aria-live="polite" className="empty:hidden md:col-span-2">
      {preview ? (
        <PreviewPanel form={form} preview={preview} filling={filling} />
      ) : (
        offered !== null && (
          <div className="flex flex-wrap items-center gap-2 rounded-control border border-line bg-sunken px-3 py-2">
            <p className="min-w-0 flex-1 wrap-anywhere">Fill the empty fields from {hostOf(offered)}?</p>
            <Button
              size="small"
              isPending={filling.isPending}
              pendingLabel="Looking up..."
              onClick={filling.find}
            >
              Fill from Address
            </Button>
            <Button size="small" variant="ghost" onClick={filling.cancel}>
              Not Now
            </Button>
          </div>
        )
      )}
    </div>
  );
}

interface PreviewPanelProps {
  form: ToolForm;
  preview: Preview;
  filling: FillEverything;
}

/** Found values to apply. A field that the user has filled in the meantime is unchecked. */
function PreviewPanel({ form, preview: { toolName, findings, missing }, filling }: PreviewPanelProps) {
  const [choices, setChoices] = useState<Partial<Record<FoundValue["field"], boolean>>>({});
  const values = useWatch({ control: form.control });
  const currentValueOf = (field: FoundValue["field"]) => textOf(values[field] ?? "").trim();
  const isChosen = ({ field }: FoundValue) => {
    const currentValue = currentValueOf(field);
    return (
      choices[field] ??
      (currentValue === "" || (field === "name" && parseAddress(currentValue) !== undefined))
    );
  };
  const chosen = findings.filter(isChosen);
  return (
    <fieldset className="rounded-control border border-line bg-sunken px-3 py-2">
      <legend className="sr-only">Found for {toolName}</legend>
      <p aria-hidden className="font-medium wrap-anywhere">
        Found for {toolName}
      </p>
      <ul className="mt-1">
        {findings.map((finding) => (
          <li key={finding.field}>
            <label className="flex min-h-control cursor-pointer items-start gap-3 py-1.5">
              <input
                type="checkbox"
                checked={isChosen(finding)}
                onChange={(event) => setChoices({ ...choices, [finding.field]: event.target.checked })}
                className="mt-0.5 size-4 shrink-0 accent-accent"
              />
              <FindingText
                finding={finding}
                toolName={toolName}
                currentValue={currentValueOf(finding.field)}
              />
            </label>
          </li>
        ))}
      </ul>
      {missing.length > 0 && (
        <p className="text-xs text-ink-muted">
          Nothing found for {missing.map((field) => TOOL_FORM[field].label).join(", ")}.
        </p>
      )}
      <div className="mt-2 flex flex-wrap justify-end gap-2">
        <Button size="small" variant="ghost" onClick={filling.cancel}>
          Discard
        </Button>
        <Button
          size="small"
          variant="primary"
          disabled={chosen.length === 0}
          onClick={() => filling.apply(chosen)}
        >
          Apply
        </Button>
      </div>
    </fieldset>
  );
}

interface FindingTextProps {
  finding: FoundValue;
  toolName: string;
  /** Text that the value would replace. */
  currentValue: string;
}

function FindingText({ finding: { field, value, source }, toolName, currentValue }: FindingTextProps) {
  const isOption = field === "modality" || field === "industry";
  return (
    <span className="min-w-0 flex-1 wrap-anywhere">
      <span className="text-ink-muted">{TOOL_FORM[field].label}: </span>
      {field === "logoUrl" ? (
        <span className="inline-flex align-middle">
          <Logo src={value} name={toolName} size="small" />
        </span>
      ) : (
        <span className="line-clamp-3">{isOption ? optionLabel(value) : value}</span>
      )}
      <span className="block text-xs text-ink-faint">
        From {source}
        {currentValue !== "" && `, replacing “${isolate(currentValue.slice(0, 80))}”`}
      </span>
    </span>
  );
}
