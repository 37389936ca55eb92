/** Calls of Firestore's REST v1 over an injected fetch: the same code in the process and over the network. */
import type { FirestoreFields } from "#lib/firestore-value.ts";
import { BackendError } from "#lib/server-backend.ts";
import { brokenStreamError, readAnswer } from "./backend-answer.ts";

export type WireDocument = {
  name: string;
  fields?: FirestoreFields;
  createTime: string;
  updateTime: string;
};

export type FirestoreRpcOptions = {
  /** Origin of the service; in the process any, because nothing resolves it. */
  baseUrl: string;
  projectId: string;
  fetch: (request: Request) => Promise<Response>;
};

export type FirestoreRpc = {
  nameOf: (path: string) => string;
  pathOf: (document: WireDocument) => string;
  /** @param parent the document below which it is asked; without it the root. @throws BackendError */
  call: <Answer>(rpc: string, body: unknown, parent?: string) => Promise<Answer>;
};

export function createFirestoreRpc({
  baseUrl,
  projectId,
  fetch,
}: FirestoreRpcOptions): FirestoreRpc {
  const database = `projects/${projectId}/databases/(default)/documents`;
  return {
    nameOf: (path) => `${database}/${path}`,
    pathOf: ({ name }) => name.slice(database.length + 1),
    async call<Answer>(rpc: string, body: unknown, parent = "") {
      const place = parent === "" ? "" : `/${parent.split("/").map(encodeId).join("/")}`;
      const response = await fetch(
        new Request(`${baseUrl}/v1/${database}${place}:${rpc}`, {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify(body),
        }),
      );
      const answer = await readAnswer(response);
      const broken = brokenStreamError(answer);
      if (broken !== undefined) throw broken;
      return answer as Answer;
    },
  };
}

function encodeId(id: string): string {
  // An address would lead to another place.
  if (id === "" || id === "." || id === "..") {
    throw new BackendError("INVALID_ARGUMENT", `"${id}" cannot be an id in a path.`);
  }
  if (!id.isWellFormed()) {
    const message = `The id ${JSON.stringify(id)} is not whole text, so no address can name it.`;
    throw new BackendError("INVALID_ARGUMENT", message);
  }
  return encodeURIComponent(id);
}
