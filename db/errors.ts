/** A database that cannot be used as it is; the message says what to do. */
export class DatabaseError extends Error {
  override readonly name: string = "DatabaseError";
}

/** A database whose content is lost or wrong, so that a backup has to take its place. */
export class DamagedDatabaseError extends DatabaseError {
  override readonly name = "DamagedDatabaseError";
}

/** A database that cannot be reached, or that lets nobody in; it may be again in a moment. */
export class UnreachableDatabaseError extends DatabaseError {
  override readonly name = "UnreachableDatabaseError";
}

/** What a command is told that would have to bring the tables up to date under a server. */
export const isServedByOtherVersion = (): DatabaseError =>
  new DatabaseError("the running server has a different version; restart it with this version first");

/** What a failing statement means to the person waiting for it. */
export type StorageErrorKind =
  | "full"
  | "read-only"
  | "detached"
  | "busy"
  | "duplicate"
  | "unreachable"
  | "unstorable";

/** A statement that failed in a way that a person is told of. */
export class StorageError extends Error {
  override readonly name = "StorageError";
  readonly kind: StorageErrorKind;

  constructor(kind: StorageErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
