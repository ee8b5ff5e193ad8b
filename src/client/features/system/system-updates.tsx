import { Card } from "#client/ui/card.tsx";
import { Switch } from "#client/ui/form/switch.tsx";
import { ExternalLink } from "#client/ui/link-button.tsx";
import { isNewer, type SystemFacts } from "#shared/operations/system.ts";

import { useReleaseCheck } from "./use-system.ts";

/** Switch of the daily check for a new release, with its result. */
export function SystemUpdates({ updates, version }: Pick<SystemFacts, "updates" | "version">) {
  const { mutate, isPending } = useReleaseCheck();
  const { host, isOn, newest } = updates;
  return (
    <Card className="p-5">
      <h2 className="text-base font-semibold text-ink">Updates</h2>
      {host === null ? (
        <p className="mt-1 text-ink-muted">Set RELEASES_URL to check for new releases here.</p>
      ) : (
        <>
          <Switch
            label="Check for a new release every night"
            isOn={isOn}
            isDisabled={isPending}
            onChange={(next) => mutate({ isOn: next })}
          />
          <p className="mt-1 max-w-prose text-pretty text-ink-muted">
            The server then asks {host} once a day. It sends “StackLoop/{version}”, and that site sees the
            server&apos;s network address. Nothing about your team is sent.
          </p>
          {isOn && (
            <p className="mt-3 flex flex-wrap items-center gap-2 text-ink">{resultOf(newest, version)}</p>
          )}
        </>
      )}
    </Card>
  );
}

function resultOf(newest: SystemFacts["updates"]["newest"], version: string) {
  if (newest === null) return "No reply yet.";
  if (!isNewer(newest.version, version)) return `This is the newest release, ${version}.`;
  return (
    <>
      StackLoop {newest.version} is available. <ExternalLink href={newest.url}>Release notes</ExternalLink>
    </>
  );
}
