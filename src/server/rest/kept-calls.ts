import { randomBytes } from "node:crypto";

import type { Access } from "#server/access.ts";
import type { App } from "#server/app.ts";
import type { Context } from "#server/http/context.ts";
import type { KeptReplies, ReadyReply } from "#server/http/kept-replies.ts";
import type { ItemKind } from "#shared/item-address.ts";

type SignedIn = NonNullable<Context["signedIn"]>;

/** What is the same for everybody until an item of a kind, or a verdict, changes. */
export type SharedThing = ItemKind | "verdicts";
/** What replies are kept for: while what everybody shares does not change, or while the asker's session and user do not. */
export type KeptWhile = SharedThing | "session";

/** The replies of one call, each made once and kept as long as it holds. */
export interface KeptCall extends KeptReplies {
  /** To be read before the data: what is kept may only be newer than its mark, never older. */
  mark(): string;
  /** The ETag of a list that is made at a mark: what it costs does not grow with the list. */
  etagOf(mark: string): string;
  keep(mark: string, signedIn: SignedIn, reply: ReadyReply): void;
}

export const keptCall = (app: App, keptWhile: KeptWhile, access: Access): KeptCall =>
  keptWhile === "session" ? keptForEach(access) : keptForAll(app, keptWhile, access);

function keptForAll(app: App, thing: SharedThing, access: Access): KeptCall {
  let kept: { mark: string; reply: ReadyReply } | undefined;
  const mark = () =>
    thing === "verdicts" ? app.cacheVersions.readVerdicts() : app.cacheVersions.read(thing);
  // Counts begin anew with each server, so a mark alone could come twice.
  const start = randomBytes(9).toString("base64url");
  return {
    access,
    mark,
    etagOf: (at) => `"${start}-${at}"`,
    find: () => (kept?.mark === mark() ? kept.reply : undefined),
    keep(made, _signedIn, reply) {
      reply.isShared = true;
      kept = { mark: made, reply };
    },
  };
}

/** A session that is read anew is another object, so that nothing is found for it. */
function keptForEach(access: Access): KeptCall {
  const kept = new WeakMap<SignedIn, ReadyReply>();
  return {
    access,
    mark: () => "",
    etagOf: () => "",
    find: (signedIn) => kept.get(signedIn),
    keep(_mark, signedIn, reply) {
      kept.set(signedIn, reply);
    },
  };
}
