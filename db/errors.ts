/** Database that can't be used as it is. The message says what to do. */
export class DatabaseError extends Error {
  override readonly name: string = "DatabaseError";
}

/** Database with lost or wrong content, which must be restored from a backup. */
export class DamagedDatabaseError extends DatabaseError {
  override readonly name = "DamagedDatabaseError";
}

/** Database that can't be reached or refuses the connection, perhaps only for a moment. */
export class UnreachableDatabaseError extends DatabaseError {
  override readonly name = "UnreachableDatabaseError";
}

/** Error for a command that would have to migrate tables while a server uses them. */
export const otherVersionError = (): DatabaseError =>
  new DatabaseError("the running server has a different version; restart it with this version first");

/** Kinds of statement failures that users can see. */
export type StorageErrorKind =
  | "full"
  | "read-only"
  | "detached"
  | "busy"
  | "duplicate"
  | "unreachable"
  | "unstorable";

/** Failed statement with a message for users. */
export class StorageError extends Error {
  override readonly name = "StorageError";
  readonly kind: StorageErrorKind;

  constructor(kind: StorageErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
