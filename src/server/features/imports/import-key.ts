/** An import as what it brought names it: who imported, and the id of the import, which others may take as well. */
export const importKey = ({ importId, by }: { importId: string; by: { id: string } }): string =>
  `${by.id} ${importId}`;
