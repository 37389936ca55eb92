/** What the client of the Realtime Database's REST does on any backend. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { NoAnswerError } from "../../outbox/outbox.ts";
import { createDatabaseHttp } from "../database-http.ts";
import { type LiveSite, enter } from "./live-site.ts";

export function testDatabaseHttp(openSite: () => Promise<LiveSite>): void {
  let site: LiveSite;
  let uid: string;

  beforeAll(async () => {
    site = await openSite();
    uid = await enter();
  }, 30_000);

  afterAll(async () => {
    await site[Symbol.asyncDispose]();
  });

  const now = { ".sv": "timestamp" };
  const t = Date.now() * 1000;
  const title = (id: string, v: string, stamp: number, before: number) => ({
    [`tasks/${id}/at`]: now,
    [`tasks/${id}/title`]: { v, t: stamp, p: before },
  });
  const made = (id: string, v: string) => ({
    ...title(id, v, t, 0),
    [`tasks/${id}/place`]: { list: "", parent: "", order: "a0", column: "", t, p: 0 },
  });

  test("what was written is there; what somebody was quicker with is refused, all of it", async () => {
    const http = createDatabaseHttp(uid);
    const root = `todos/${uid}`;
    expect(await http.read(root)).toBeNull();
    expect(await http.update(root, { ...made("a", "Tea"), ...made("b", "Milk") })).toBe(true);
    expect(await http.update(root, title("a", "Coffee", t + 5, t))).toBe(true);
    const late = { ...title("a", "Water", t + 9, t), ...title("b", "Cream", t + 9, t) };
    expect(await http.update(root, late)).toBe(false);
    expect(await http.read(`${root}/tasks/a/title`)).toEqual({ v: "Coffee", t: t + 5, p: t });
    expect(await http.read(`${root}/tasks/b/title/v`)).toBe("Milk");
    expect(await http.read(`${root}/tasks/a/at`)).toBeGreaterThan(t / 1000 - 60_000);
  });

  test("without a network, and for who is not signed in, there is no answer", async () => {
    site.isOffline = true;
    await expect(createDatabaseHttp(uid).read(`todos/${uid}`)).rejects.toThrow(NoAnswerError);
    site.isOffline = false;
    await expect(createDatabaseHttp("somebody").read("todos/somebody")).rejects.toThrow(
      NoAnswerError,
    );
    await expect(createDatabaseHttp(uid).read(`todos/${uid}`)).resolves.toBeTruthy();
  });

  test("what is nobody's to read or write is denied, in words without the address", async () => {
    const http = createDatabaseHttp(uid);
    const denied = await http.read("todos/somebody").catch((error: unknown) => error);
    expect(denied).toMatchObject({ name: "DeniedError", status: 401 });
    expect(String(denied)).not.toMatch(/auth=|https?:/);
    expect(await http.update("todos/somebody", made("a", "Tea"))).toBe(false);
  });
}
