import { expect, test } from "vitest";
import { BodyTooLargeError, ServerBusyError, readBody } from "./read-body.ts";

const MEGABYTE = 1024 * 1024;

/** A request whose body goes on until it is ended. */
function openRequest(firstBytes: number) {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given;
      given.enqueue(new Uint8Array(firstBytes));
    },
  });
  // Streams as bodies need it; the types of the browser do not know it.
  const init = { method: "POST", body, duplex: "half" } as RequestInit;
  return { request: new Request("http://x/", init), end: () => controller?.close() };
}

test("a body is refused as soon as it is too large, whatever it announces", async () => {
  const { request } = openRequest(11);
  await expect(readBody(request, 10)).rejects.toThrow(BodyTooLargeError);
  const announced = new Request("http://x/", {
    method: "POST",
    body: "x",
    headers: { "content-length": "11" },
  });
  await expect(readBody(announced, 10)).rejects.toThrow(BodyTooLargeError);
});

test("while too much is being received, large bodies are refused and small ones are not", async () => {
  const held = Array.from({ length: 8 }, () => openRequest(16 * MEGABYTE));
  const reading = held.map(({ request }) => readBody(request, 17 * MEGABYTE));
  const large = () => readBody(openRequest(MEGABYTE).request, 2 * MEGABYTE);
  await expect(large()).rejects.toThrow(ServerBusyError);
  const small = openRequest(1000);
  small.end();
  expect(await readBody(small.request, 2 * MEGABYTE)).toHaveLength(1000);

  for (const { end } of held) end();
  await Promise.all(reading);
  const after = openRequest(MEGABYTE);
  after.end();
  expect(await readBody(after.request, 2 * MEGABYTE)).toHaveLength(MEGABYTE);
});
