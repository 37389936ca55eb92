/** What only the database's commands need of it; the rest is in hosted.test.ts. */
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { hostedBackendOf, serveSite } from "../../tests/support/served-site.ts";

const stored = {
  ".priority": 2,
  "10": { ".value": "ten", ".priority": "p" },
  "9": ["a", { b: true }],
  "a,b c-?": { "ü%2F": 1 },
};

test("priorities and parts of a value are read in the process and over the network", async () => {
  await using site = await serveSite();
  const hosted = await hostedBackendOf(site);
  await hosted.putValue("server/place", stored);
  const inExportForm = { ...stored, "9": { "0": "a", "1": { b: true } } };
  for (const backend of [site.serverBackend, hosted]) {
    expect(JSON.parse(await text(await backend.exportValue("server/place")))).toEqual(inExportForm);
    expect(await text(await backend.exportValue("server/place/10"))).toBe(
      '{".value":"ten",".priority":"p"}',
    );
    expect(await text(await backend.exportValue("server/none"))).toBe("null");

    expect(await backend.getPriority("server/place")).toBe(2);
    expect(await backend.getPriority("server/place/10")).toBe("p");
    expect(await backend.getPriority("server/place/9")).toBeNull();
    expect(await backend.getPriority("")).toBeNull();

    expect(await backend.getShallow("server/place")).toEqual({
      "10": true,
      "9": true,
      "a,b c-?": true,
    });
    expect(await backend.getShallow("server/place/10")).toBe("ten");
    expect(await backend.getShallow("server/none")).toBeNull();

    const first = await backend.exportChildren("server/place", { after: undefined, limit: 2 });
    expect(first).toEqual({ "9": inExportForm["9"], "10": stored["10"] });
    const rest = await backend.exportChildren("server/place", { after: "10", limit: 2 });
    expect(rest).toEqual({ "a,b c-?": { "ü%2F": 1 } });
    const none = await backend.exportChildren("server/place", { after: "a,b c-?", limit: 2 });
    expect(none).toBeNull();
  }
});

test("a path that an address would turn into another one is refused", async () => {
  await using site = await serveSite();
  await site.serverBackend.putValue("b", 1);
  for (const path of ["a/../b", "./b", "..", "a/.", "\ud800"]) {
    await expect(site.serverBackend.getValue(path), path).rejects.toMatchObject({
      status: "INVALID_ARGUMENT",
    });
    await expect(site.serverBackend.putValue(path, 2), path).rejects.toMatchObject({
      status: "INVALID_ARGUMENT",
    });
  }
  expect((await site.serverBackend.getValue("")).value).toEqual({ b: 1 });
});

test("a board is written only by who has seen its last change, whole or not at all", async () => {
  await using site = await serveSite();
  const hosted = await hostedBackendOf(site);
  let seq = 0;
  for (const backend of [site.serverBackend, hosted]) {
    const update = (to: number, more = {}) =>
      backend.updateInOrder("boards", "plan", { "boards/plan/seq": to, ...more });
    expect(await update(seq + 1, { "boards/plan/name": `${seq}` })).toBe(true);
    expect(await update(seq + 1, { "boards/plan/name": "late" })).toBe(false);
    expect(await update(seq + 2, { "users/ann/name": "x" })).toBe(false);
    expect(await backend.updateInOrder("boards", "other", { "boards/plan/seq": seq + 2 })).toBe(
      false,
    );
    await expect(update(seq + 2, { "a.b": 1 })).rejects.toMatchObject({
      status: "INVALID_ARGUMENT",
    });
    expect((await backend.getValue("")).value).toEqual({
      boards: { plan: { seq: seq + 1, name: `${seq}` } },
    });
    seq += 1;
  }
});
