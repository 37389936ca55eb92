import { expect, test } from "vitest";
import { ApiError } from "../api.ts";
import { type RemoteDeps, openRemoteFile } from "./remote-file.ts";

const bytes = { owner: "ada", id: "i", object: "o" };
const content = Uint8Array.from({ length: 1000 }, (_, at) => at % 251);

/** A server whose tickets are good for one answer each, as slow readers have it. */
function server({ knowsRanges = true, isGone = false, use = 1 } = {}) {
  const asked: string[] = [];
  let [ticket, left] = [0, 0];
  const deps: RemoteDeps = {
    ticket: async () => {
      if (isGone) throw new ApiError("Not found.", { status: 404, code: "not-found" });
      if (ticket === 0) [ticket, left] = [1, use];
      return `/ticket/${ticket}`;
    },
    dropTicket: async () => {
      ticket += 1;
      left = use;
    },
    fetch: async (address, options) => {
      const range = new Headers(options?.headers).get("range") ?? "";
      asked.push(`${address as string} ${range}`);
      if (address !== `/ticket/${ticket}` || left === 0) return new Response("", { status: 404 });
      left -= 1;
      const [, from, to] = /bytes=(\d+)-(\d+)/.exec(range)!.map(Number) as [0, number, number];
      if (!knowsRanges) return new Response(content);
      if (from >= content.length) return new Response(null, { status: 416 });
      return new Response(content.slice(from, to + 1), { status: 206 });
    },
  };
  return { asked, deps };
}

test("only what is asked for is read, also where a server knows no ranges", async () => {
  for (const knowsRanges of [true, false]) {
    const { deps } = server({ knowsRanges, use: 9 });
    const file = openRemoteFile(bytes, content.length, deps);
    // oxlint-disable no-await-in-loop
    expect(await file.read(10, 13)).toEqual(new Uint8Array([10, 11, 12]));
    expect(await file.read(990, 2000)).toEqual(content.slice(990));
    expect(await file.read(5, 5)).toEqual(new Uint8Array());
    // oxlint-enable no-await-in-loop
  }
  const { deps } = server({ use: 9 });
  expect(await openRemoteFile(bytes, 1000, deps).read(1000, 1001)).toEqual(new Uint8Array());
});

test("an address that has ended is asked for anew, and once only", async () => {
  const { asked, deps } = server();
  const file = openRemoteFile(bytes, content.length, deps);
  await file.read(0, 1);
  expect(await file.read(1, 2)).toEqual(new Uint8Array([1]));
  expect(asked).toEqual(["/ticket/1 bytes=0-0", "/ticket/1 bytes=1-1", "/ticket/2 bytes=1-1"]);
  const never = server({ use: 0 });
  await expect(openRemoteFile(bytes, 1, never.deps).read(0, 1)).rejects.toMatchObject({
    state: "gone",
  });
  expect(never.asked.length).toBe(2);
});

test("what is gone, what cannot be reached and what is let go of are told apart", async () => {
  const gone = openRemoteFile(bytes, 1, server({ isGone: true }).deps);
  await expect(gone.read(0, 1)).rejects.toMatchObject({ state: "gone" });
  const { deps } = server();
  const away = openRemoteFile(bytes, 1, {
    ...deps,
    fetch: async () => {
      throw new TypeError("Failed to fetch");
    },
  });
  await expect(away.read(0, 1)).rejects.toMatchObject({ state: "offline" });
  const busy = openRemoteFile(bytes, 1, {
    ...deps,
    fetch: async () => new Response("", { status: 503 }),
  });
  await expect(busy.read(0, 1)).rejects.toMatchObject({ state: "failed" });
  const reason = new Error("let go");
  await expect(away.read(0, 1, AbortSignal.abort(reason))).rejects.toBe(reason);
});
