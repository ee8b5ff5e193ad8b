import { conflict, tooMany, unavailable } from "#server/errors.ts";
import { MAX_UPLOAD_BYTES } from "#shared/pictures/image-rules.ts";

/** Of all uploads that are on their way at the same moment, in bytes: so much memory they can take. */
const MAX_BYTES = 50_000_000;
/** Of one person's: four of the largest, so that others find room beside them. */
const MAX_BYTES_OF_PERSON = 4 * MAX_UPLOAD_BYTES;
const TRY_AGAIN_SECONDS = 5;

/** An upload that is on its way. */
export interface Upload {
  /** Refuses with 429 or 503 when there is no room for so many bytes in all. */
  makeRoom(bytes: number): void;
  /** Gives the room back and the address free, however the upload ended. */
  end(): void;
}

/** Keeps uploads to one at a time for each address, and to a bounded amount of memory together. */
export class UploadsInFlight {
  readonly #files = new Set<string>();
  readonly #bytesOf = new Map<string, number>();
  #bytes = 0;

  /** Begins an upload; refuses with 409 while another one is on its way to the same address. */
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
