/** The SDK as browsers get it, in Node: what it tells of an answer differs from the build for Node. */
import { pathToFileURL } from "node:url";
import { join } from "node:path";
import * as firebaseApp from "firebase/app";
import type { FirebaseStorage } from "firebase/storage";

type Sdk = typeof import("firebase/storage");

type BrowserSdk = Pick<Sdk, "getBlob" | "getMetadata" | "ref" | "uploadString"> & {
  /** Of the service at this port. */
  open: (bucket: string, port: number) => FirebaseStorage;
};

let loads = Date.now();

export async function loadBrowserSdk(): Promise<BrowserSdk> {
  globalThis.XMLHttpRequest = Xhr as unknown as typeof XMLHttpRequest;
  // All apps have one build of the SDK, and the one for Node has the place.
  const { _components } = firebaseApp as unknown as { _components: Map<string, unknown> };
  const forNode = _components.get("storage");
  const putBack = () => {
    if (forNode === undefined) _components.delete("storage");
    else _components.set("storage", forNode);
  };
  _components.delete("storage");
  const dist = "../../node_modules/@firebase/storage/dist/index.esm.js";
  const file = pathToFileURL(join(import.meta.dirname, dist));
  // Test files share a process, and only a module that runs puts itself in its place.
  file.search = `?${++loads}`;
  const sdk = (await import(file.href)) as Sdk;
  const forBrowsers = _components.get("storage");
  putBack();
  return {
    ...sdk,
    open(bucket, port) {
      _components.set("storage", forBrowsers);
      const options = { storageBucket: bucket, projectId: "test" };
      const app = firebaseApp.initializeApp(options, `browser ${port}`);
      putBack();
      const storage = sdk.getStorage(app);
      sdk.connectStorageEmulator(storage, "127.0.0.1", port);
      storage.maxOperationRetryTime = 4000;
      return storage;
    },
  };
}

/** As much of XMLHttpRequest as the SDK uses. */
class Xhr extends EventTarget {
  responseType: "text" | "arraybuffer" | "blob" = "text";
  response: unknown;
  status = 0;
  statusText = "";
  readonly upload = null;
  readonly #headers = new Headers();
  #request = { method: "GET", url: "" };
  #answered = new Headers();

  open(method: string, url: string): void {
    this.#request = { method, url };
  }
  setRequestHeader(name: string, value: string): void {
    this.#headers.set(name, value);
  }
  getResponseHeader(name: string): string | null {
    return this.#answered.get(name);
  }
  abort(): void {
    this.dispatchEvent(new Event("abort"));
  }
  send(body?: BodyInit | null): void {
    this.#load(body ?? null).catch(() => this.dispatchEvent(new Event("error")));
  }
  async #load(body: BodyInit | null): Promise<void> {
    const { method, url } = this.#request;
    const response = await fetch(url, { method, headers: this.#headers, body });
    const read = { text: "text", arraybuffer: "arrayBuffer", blob: "blob" } as const;
    this.response = await response[read[this.responseType]]();
    this.status = response.status;
    this.statusText = response.statusText;
    this.#answered = response.headers;
    this.dispatchEvent(new Event("load"));
  }
}
