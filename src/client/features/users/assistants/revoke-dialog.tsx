import { clientName } from "#client/features/users/account/device-name.ts";
import { ConfirmDialog } from "#client/ui/dialog/confirm-dialog.tsx";
import type { ApiToken } from "#shared/accounts/tokens.ts";
import { isolated } from "#shared/texts/escaping.ts";

import { useRevokeToken } from "./use-tokens.ts";

/** True if a token has expired, by this computer's clock. */
export const isExpired = ({ expiresAt }: Pick<ApiToken, "expiresAt">): boolean =>
  expiresAt !== null && Date.parse(expiresAt) <= Date.now();

interface RevokeDialogProps {
  token: ApiToken;
  onClose: () => void;
  onRevoked: (id: string) => void;
}

/** Dialog that confirms the revocation of a token. */
export function RevokeDialog({ token, onClose, onRevoked }: RevokeDialogProps) {
  const revoke = useRevokeToken(onRevoked);
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => revoke.mutate({ id: token.id }, { onSettled: onClose })}
      title={`Revoke ${isolated(token.name)}?`}
      text={whatStops(token)}
      confirmLabel="Revoke Token"
      pendingLabel="Revoking..."
      isPending={revoke.isPending}
    />
  );
}

function whatStops(token: ApiToken): string {
  if (isExpired(token)) return "This token has expired.";
  const client = clientName(token.lastClient);
  const user =
    client === null ? "Every program that uses it" : `${client} and every other program that uses it`;
  return `${user} will be refused from now on. This action cannot be undone.`;
}
