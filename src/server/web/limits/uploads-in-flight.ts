import { conflict, tooMany, unavailable } from "#server/errors.ts";
import { MAX_UPLOAD_BYTES } from "#shared/pictures/image-rules.ts";

/** Memory limit of all uploads in progress, in bytes. */
const MAX_BYTES = 50_000_000;
/** Limit for one user: four of the largest uploads, so that others have room too. */
const MAX_BYTES_OF_PERSON = 4 * MAX_UPLOAD_BYTES;
const TRY_AGAIN_SECONDS = 5;

/** Upload in progress. */
export interface Upload {
  /** Throws 429 or 503 if there is no room for this total number of bytes. */
  makeRoom(bytes: number): void;
  /** Releases the memory and the address, however the upload ended. */
  end(): void;
}

/** Limits uploads to one at a time per address, and to a total amount of memory. */
export class UploadsInFlight {
  readonly #files = new Set<string>();
  readonly #bytesOf = new Map<string, number>();
  #bytes = 0;

  /** Starts an upload. Throws 409 if another one to the same address is in progress. */
  begin(file: string, userId: string): Upload {
    if (this.#files.has(file)) throw conflict("This file is already being uploaded. Choose the file again.");
    this.#files.add(file);
    let held = 0;
    const hold = (bytes: number) => {
      this.#bytes += bytes - held;
      const ofPerson = (this.#bytesOf.get(userId) ?? 0) + bytes - held;
      if (ofPerson > 0) this.#bytesOf.set(userId, ofPerson);
      else this.#bytesOf.delete(userId);
      held = bytes;
    };
    return {
      makeRoom: (bytes) => {
        if (bytes <= held) return;
        const more = bytes - held;
        if ((this.#bytesOf.get(userId) ?? 0) + more > MAX_BYTES_OF_PERSON) throw tooManyOfPerson();
        if (this.#bytes + more > MAX_BYTES) throw tooManyOfAll();
        hold(bytes);
      },
      end: () => {
        hold(0);
        this.#files.delete(file);
      },
    };
  }
}

const tooManyOfPerson = () =>
  tooMany(TRY_AGAIN_SECONDS, "You're uploading too many files at once. Try again in a moment.");
const tooManyOfAll = () =>
  unavailable("The server is receiving too many files at once. Try again in a moment.", TRY_AGAIN_SECONDS);
