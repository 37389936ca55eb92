/** Pictures of a real site on a port of 127.0.0.1. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { imageAddress } from "#lib/image-address.ts";
import type { ImageFormat, ImageWidth } from "#lib/image-address.ts";
import type { ObjectInfo, ServerBackend } from "#lib/server-backend.ts";
import { recordingLog } from "../../../tests/support/log.ts";
import type { LogEntry } from "../../../tests/support/log.ts";
import { splitTarget } from "../../http/request-facts.ts";
import { openImages } from "../open-images.ts";
import type { Images } from "../open-images.ts";

type Options = Partial<Parameters<typeof openImages>[0]>;

type Asked = { method?: string; headers?: Record<string, string>; from?: string };

export type ServedImages = {
  images: Images;
  entries: LogEntry[];
  /** How often the bytes of an object were asked for, and its metadata written. */
  counts: { opened: number; updated: number };
  /** Called when the bytes of an object begin to come, and waited for. */
  onOpen: (hook: () => void | Promise<void>) => void;
  /** `from`: address of who asks. */
  ask: (path: string, init?: Asked) => Promise<Response>;
  put: (name: string, bytes: Uint8Array, contentType?: string) => Promise<ObjectInfo>;
  [Symbol.asyncDispose](): Promise<void>;
};

export async function serveImages(
  backend: ServerBackend,
  options: Options & { folder: string | undefined },
): Promise<ServedImages> {
  const { log, entries } = recordingLog();
  const counts = { opened: 0, updated: 0 };
  let hook: () => void | Promise<void> = () => {};
  const images = await openImages({
    maxCacheBytes: 10e6,
    isHosted: false,
    log,
    ...options,
    backend: {
      ...backend,
      async openObject(...asked) {
        counts.opened += 1;
        const response = await backend.openObject(...asked);
        await hook();
        return response;
      },
      updateObject(...asked) {
        counts.updated += 1;
        return backend.updateObject(...asked);
      },
    },
  });
  const http = createServer((request, response) => {
    const { path, query } = splitTarget(request.url ?? "");
    const client = () => String(request.headers["x-from"] ?? "192.0.2.1");
    const exchange = { request, response, id: "test", path, query, client };
    images.handler(exchange).catch((error: unknown) => {
      response.destroy(error as Error);
    });
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const { port } = http.address() as AddressInfo;
  return {
    images,
    entries,
    counts,
    onOpen: (next) => (hook = next),
    ask: (path, { from = "192.0.2.1", ...init } = {}) =>
      fetch(`http://127.0.0.1:${port}${path}`, {
        ...init,
        headers: { ...init.headers, "x-from": from },
      }),
    put: (name, bytes, contentType = "image/png") =>
      backend.putObject(name, new Uint8Array(bytes), { contentType }),
    async [Symbol.asyncDispose]() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
      await images.close();
    },
  };
}

/** `-` for `now`. */
export function addressOf(
  info: Pick<ObjectInfo, "name" | "md5Hash">,
  width: ImageWidth = 160,
  format: ImageFormat = "webp",
): string {
  return imageAddress(info, width, format) ?? "";
}
