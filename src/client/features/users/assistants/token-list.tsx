import { KeyRound } from "lucide-react";
import { useState } from "react";

import { clientName } from "#client/features/users/account/device-name.ts";
import { longFormDate } from "#client/format/dates.ts";
import { Button } from "#client/ui/button.tsx";
import { ConfirmDialog } from "#client/ui/dialog/confirm-dialog.tsx";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { ErrorState } from "#client/ui/feedback/states.tsx";
import { Badge } from "#client/ui/text/badge.tsx";
import { RelativeTime } from "#client/ui/text/relative-time.tsx";
import { SCOPE_WORDS } from "#shared/accounts/token-scopes.ts";
import type { ApiToken } from "#shared/accounts/tokens.ts";
import { isolate } from "#shared/texts/escaping.ts";

import { useRevokeToken, useTokens } from "./use-tokens.ts";

/** True if a token has expired according to this computer's clock. */
const isExpired = ({ expiresAt }: Pick<ApiToken, "expiresAt">): boolean =>
  expiresAt !== null && Date.parse(expiresAt) <= Date.now();

interface RevokeDialogProps {
  token: ApiToken;
  onClose: () => void;
  onRevoked: (id: string) => void;
}

/** Dialog that confirms the revocation of a token. */
function RevokeDialog({ token, onClose, onRevoked }: RevokeDialogProps) {
  const revoke = useRevokeToken(onRevoked);
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => revoke.mutate({ id: token.id }, { onSettled: onClose })}
      title={`Revoke ${isolate(token.name)}?`}
      text={describeRevocation(token)}
      confirmLabel="Revoke Token"
      pendingLabel="Revoking..."
      isPending={revoke.isPending}
    />
  );
}

function describeRevocation(token: ApiToken): string {
  if (isExpired(token)) return "This token has expired.";
  const client = clientName(token.lastClient);
  const user =
    client === null ? "Every program that uses it" : `${client} and every other program that uses it`;
  return `${user} will be refused from now on. This action cannot be undone.`;
}

/** List of the user's tokens with revoke buttons. `onRevoked` is called after a revocation. */
export function TokenList({ onRevoked }: { onRevoked: (id: string) => void }) {
  const tokens = useTokens();
  const [toRevoke, setToRevoke] = useState<ApiToken | null>(null);
  const items = tokens.data?.items;
  return (
    <div tabIndex={-1} className="min-w-0 outline-none">
      {tokens.isPending && <Skeleton className="h-28 w-full rounded-control" />}
      {tokens.isError && !items && (
        <ErrorState text="Couldn't load your tokens." onRetry={() => void tokens.refetch()} />
      )}
      {items?.length === 0 && (
        <p className="text-ink-muted">No tokens yet. Create one above, for an assistant or a script.</p>
      )}
      {items && items.length > 0 && (
        <ul className="divide-y divide-line rounded-control border border-line">
          {items.map((token) => (
            <TokenRow key={token.id} token={token} onRevoke={() => setToRevoke(token)} />
          ))}
        </ul>
      )}
      {toRevoke && <RevokeDialog token={toRevoke} onClose={() => setToRevoke(null)} onRevoked={onRevoked} />}
    </div>
  );
}

function TokenRow({ token, onRevoke }: { token: ApiToken; onRevoke: () => void }) {
  const { name, prefix, scope, createdAt } = token;
  return (
    <li className="flex items-start gap-3 px-4 py-2.5">
      <KeyRound aria-hidden className="mt-1 size-4 shrink-0 text-ink-faint max-sm:hidden" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-medium break-words">{name}</span>
          <Badge>{SCOPE_WORDS[scope].name}</Badge>
          {isExpired(token) && <Badge tone="warning">Expired</Badge>}
        </p>
        <p className="text-xs text-ink-muted">
          <LastUse token={token} />
        </p>
        <p className="flex flex-wrap gap-x-3 text-xs whitespace-nowrap text-ink-faint">
          <code className="font-mono">{prefix}…</code>
          <span>Created {longFormDate(createdAt)}</span>
          <span>{describeExpiry(token)}</span>
        </p>
      </div>
      <Button size="small" aria-label={`Revoke ${name}`} onClick={onRevoke}>
        Revoke
      </Button>
    </li>
  );
}

function LastUse({ token: { lastUsedAt, lastClient } }: { token: ApiToken }) {
  if (lastUsedAt === null) return <span>Never used</span>;
  const client = clientName(lastClient);
  return (
    <>
      Last used <RelativeTime iso={lastUsedAt} />
      {client !== null && ` by ${client}`}
    </>
  );
}

function describeExpiry(token: ApiToken): string {
  if (token.expiresAt === null) return "Never expires";
  return `${isExpired(token) ? "Expired" : "Expires"} ${longFormDate(token.expiresAt)}`;
}
