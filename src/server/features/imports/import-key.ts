/** Returns an import's key in its items. It contains the user, because other users may have the same import id. */
export const importKey = ({ importId, by }: { importId: string; by: { id: string } }): string =>
  `${by.id} ${importId}`;
