import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { openStorage } from "../testing/open-storage.ts";
import { beginUpload } from "../testing/resumable.ts";
import { createDiskRoom } from "./disk-room.ts";

/** A disk of so many bytes, and uploads to it that wait for their next chunk. */
function openDisk(sizeBytes: number) {
  let writtenBytes = 0;
  const diskRoom = createDiskRoom(async () => {
    await setImmediate();
    return sizeBytes - writtenBytes;
  });
  return (bytes: number) => {
    const sent = new TransformStream<Uint8Array>({}, { highWaterMark: 1000 });
    const writer = sent.writable.getWriter();
    const outcome = diskRoom(bytes, sent.readable, async (chunks) => {
      let received = 0;
      for await (const { length } of chunks) {
        writtenBytes += length;
        received += length;
      }
      return received;
    }).catch(({ constructor, code }: Error & { code?: string }) => code ?? constructor.name);
    return {
      outcome,
      send: (count: number) => writer.write(new Uint8Array(count)),
      end: () => writer.close(),
    };
  };
}

test("of uploads that come at once no more are let in than the disk has room for", async () => {
  const upload = openDisk(100);
  const all = Array.from({ length: 16 }, () => upload(30));
  const refused = await Promise.all(all.slice(3).map(({ outcome }) => outcome));
  expect(new Set(refused)).toEqual(new Set(["StorageBusyError"]));
  // What would never have room is told so, and keeps no room from others.
  const tooLarge = upload(101);
  const small = upload(10);
  expect(await tooLarge.outcome).toBe("SITE_FULL");
  await small.send(10);
  await small.end();
  expect(await small.outcome).toBe(10);
  // What is written counts once, and what ends before its size gives the rest back.
  await all[0]?.send(20);
  await setImmediate();
  expect(await upload(1).outcome).toBe("StorageBusyError");
  await all[0]?.end();
  expect(await all[0]?.outcome).toBe(20);
  expect(await upload(11).outcome).toBe("StorageBusyError");
  const last = upload(10);
  for (const one of [all[1], all[2], last]) await one?.end();
  expect(await last.outcome).toBe(0);
});

test("a disk that fills up refuses what is still to come, and not what is there", async () => {
  const options = { keepFreeBytes: 0 };
  await using storage = await openStorage(options);
  const { send } = await beginUpload(storage, "ada", "users/ada/a", 4);
  expect((await send("upload", 0, "ab"))[0]).toBe(200);
  options.keepFreeBytes = 2 ** 52;
  expect((await send("upload", 2, "cd"))[0]).toBe(402);
  expect(await send("query")).toEqual([200, "active", "2"]);
  options.keepFreeBytes = 0;
  expect((await send("upload", 2, "cd"))[0]).toBe(200);
  options.keepFreeBytes = 2 ** 52;
  expect(await send("upload, finalize", 4)).toEqual([200, "final", null]);

  options.keepFreeBytes = 0;
  const other = await beginUpload(storage, "ada", "users/ada/b", 2);
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        options.keepFreeBytes = 2 ** 52;
        controller.enqueue(Buffer.from("ab"));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const headers = {
    authorization: "Firebase ada",
    "x-goog-upload-command": "upload",
    "x-goog-upload-offset": "0",
  };
  const url = `${storage.origin}/v0/b/test-bucket/o?upload_id=${other.id}`;
  const request = new Request(url, {
    method: "POST",
    headers,
    body,
    duplex: "half",
  } as RequestInit);
  const answer = await storage.service.fetch(request, {
    client: "127.0.0.1",
    origin: storage.origin,
  });
  expect(answer.status).toBe(200);
  expect(await other.send("finalize")).toEqual([200, "final", null]);
});
