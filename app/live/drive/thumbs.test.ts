import { expect, test } from "vitest";
import { ApiError } from "../api.ts";
import type { ThumbStore } from "./thumb-store.ts";
import { createThumbs } from "./thumbs.ts";

const life = () => new AbortController();
const of = (object: string) => ({ owner: "ada", id: "i", object });
const noThumb = () => new ApiError("None.", { status: 404, code: "no-thumb" });

function memoryStore() {
  const rows = new Map<string, ArrayBuffer | null>();
  const store: ThumbStore = {
    find: async (owner, object) => rows.get(`${owner}/${object}`),
    put: async (owner, object, bytes) => void rows.set(`${owner}/${object}`, bytes),
    trim: async () => {},
    clear: async () => rows.clear(),
    close: () => {},
  };
  return { rows, store };
}

function setUp(load: (object: string) => Promise<Blob>, store = memoryStore()) {
  let now = 0;
  const dropped: string[] = [];
  let made = 0;
  const thumbs = createThumbs({
    store: store.store,
    load: ({ object }) => load(object),
    makeUrl: () => `blob:${(made += 1)}`,
    dropUrl: (url) => void dropped.push(url),
    now: () => now,
  });
  return { thumbs, dropped, rows: store.rows, wait: (ms: number) => void (now += ms) };
}

test("each is asked for once, a few at a time, those that were seen last first", async () => {
  const asked: string[] = [];
  const answers: (() => void)[] = [];
  const { thumbs } = setUp(async (object) => {
    asked.push(object);
    await new Promise<void>((resolve) => answers.push(resolve));
    return new Blob([object]);
  });
  const names = ["a", "b", "c", "d", "e", "f", "g"];
  const all = names.map((name) => thumbs.urlOf(of(name), life().signal));
  const twice = thumbs.urlOf(of("a"), life().signal);
  await expect.poll(() => asked).toEqual(["a", "b", "c", "d"]);
  for (let done = 0; done < names.length; done += 1) {
    // oxlint-disable-next-line no-await-in-loop
    await expect.poll(() => answers.length).toBeGreaterThan(done);
    answers[done]!();
  }
  const urls = await Promise.all(all);
  expect(asked).toEqual(["a", "b", "c", "d", "g", "f", "e"]);
  expect(new Set(urls).size).toBe(names.length);
  expect(await twice).toBe(urls[0]);
  expect(thumbs.knownUrl(of("a"))).toBe(urls[0]);
});

test("what nobody looks at any more is not asked for, unless another one does", async () => {
  const asked: string[] = [];
  const open = Promise.withResolvers<void>();
  const { thumbs } = setUp(async (object) => {
    asked.push(object);
    await open.promise;
    return new Blob([object]);
  });
  const first = ["a", "b", "c", "d"].map((name) => thumbs.urlOf(of(name), life().signal));
  const [gone, both] = [life(), life()];
  const left = thumbs.urlOf(of("x"), gone.signal);
  const shared = [thumbs.urlOf(of("y"), both.signal), thumbs.urlOf(of("y"), life().signal)];
  gone.abort();
  both.abort();
  open.resolve();
  await Promise.all(first);
  expect(await left).toBe(undefined);
  expect(await Promise.all(shared)).toEqual([expect.any(String), expect.any(String)]);
  expect(asked).toEqual(["a", "b", "c", "d", "y"]);
});

test("what this browser has is not asked for again, nor what has no picture; a failure is, later", async () => {
  let asked = 0;
  let answer: () => Promise<Blob> = async () => new Blob(["x"]);
  const load = async () => {
    asked += 1;
    return answer();
  };
  const store = memoryStore();
  const before = setUp(load, store);
  await before.thumbs.urlOf(of("a"), life().signal);
  await expect.poll(() => store.rows.size).toBe(1);
  before.thumbs.close();
  expect(before.dropped).toEqual(["blob:1"]);
  const { thumbs, wait } = setUp(load, store);
  expect(await thumbs.urlOf(of("a"), life().signal)).toBe("blob:1");
  expect(asked).toBe(1);

  answer = () => Promise.reject(noThumb());
  expect(await thumbs.urlOf(of("none"), life().signal)).toBe(undefined);
  expect(await thumbs.urlOf(of("none"), life().signal)).toBe(undefined);
  expect(asked).toBe(2);

  answer = () => Promise.reject(new ApiError("Busy.", { status: 503, code: "unavailable" }));
  expect(await thumbs.urlOf(of("busy"), life().signal)).toBe(undefined);
  expect(await thumbs.urlOf(of("busy"), life().signal)).toBe(undefined);
  expect(asked).toBe(3);
  answer = async () => new Blob(["x"]);
  wait(30_000);
  expect(await thumbs.urlOf(of("busy"), life().signal)).toBe("blob:2");

  answer = () => Promise.reject(new ApiError("Offline.", { status: 0, code: "offline" }));
  expect(await thumbs.urlOf(of("offline"), life().signal)).toBe(undefined);
  answer = async () => new Blob(["x"]);
  thumbs.forgetFailures();
  expect(await thumbs.urlOf(of("offline"), life().signal)).toBe("blob:3");
});

test("who has gone leaves nothing behind", async () => {
  const open = Promise.withResolvers<void>();
  const { thumbs, rows } = setUp(async () => {
    await open.promise;
    return new Blob(["x"]);
  });
  const coming = thumbs.urlOf(of("a"), life().signal);
  thumbs.close();
  open.resolve();
  expect(await coming).toBe(undefined);
  expect(await thumbs.urlOf(of("b"), life().signal)).toBe(undefined);
  expect(rows.size).toBe(0);
});
