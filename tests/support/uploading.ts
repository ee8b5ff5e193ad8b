import { IMAGE_TYPES } from "#shared/pictures/image-rules.ts";

import { type RestClient, signedUp } from "./rest-client.ts";
import { testServer } from "./test-app.ts";

/** A server, and Ada, who has signed up. */
export async function uploadServer(environment: Record<string, string> = {}) {
  const { app, origin } = await testServer(environment);
  return { app, origin, ada: await signedUp(origin, "ada") };
}

/** An address for one file by the person. */
export async function addressFor(client: RestClient, fileExtension: string): Promise<string> {
  const { body } = await client.call("POST", "/api/logos/upload", { fileExtension });
  return body.uploadURL;
}

/** The media type that an address accepts. */
export const typeOf = (address: string): string => {
  const extension = Object.keys(IMAGE_TYPES).find((ending) =>
    new URL(address).pathname.endsWith(`.${ending}`),
  );
  return new Map<string, string>(Object.entries(IMAGE_TYPES)).get(extension ?? "") ?? "image/png";
};

/** Sends a file to an upload address. */
export async function put(
  client: RestClient,
  address: string,
  body: Uint8Array<ArrayBuffer>,
  type = typeOf(address),
) {
  const response = await fetch(address, {
    method: "PUT",
    headers: { cookie: client.cookie(), "content-type": type },
    body,
  });
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.json(),
  };
}

export const bytesOf = (buffer: Buffer) => new Uint8Array(buffer);
