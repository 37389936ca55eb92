import { afterAll, beforeAll, expect, test } from "vitest";

/** The browser's caches, as far as they are used here. */
const stores = new Map<string, Map<string, Response>>();
const urlOf = (key: string | Request) =>
  typeof key === "string" ? new URL(key, "https://ada.example").href : key.url;

function openCache(name: string) {
  const store = stores.get(name) ?? new Map<string, Response>();
  stores.set(name, store);
  return {
    keys: async () => [...store.keys()].map((url) => new Request(url)),
    match: async (key: string | Request) => store.get(urlOf(key))?.clone(),
    put: async (key: string | Request, response: Response) => void store.set(urlOf(key), response),
  };
}

beforeAll(() => {
  Object.assign(globalThis, {
    __FOYER_BUILD__: "c",
    __FOYER_FILES__: ["about-1.js", "resume-2.js"],
    caches: {
      open: async (name: string) => openCache(name),
      keys: async () => [...stores.keys()],
      delete: async (name: string) => stores.delete(name),
      async match(key: string) {
        const all = await Promise.all([...stores.keys()].map((name) => openCache(name).match(key)));
        return all.find((found) => found !== undefined);
      },
    },
  });
});

afterAll(() => {
  for (const name of ["caches", "__FOYER_BUILD__", "__FOYER_FILES__"])
    Reflect.deleteProperty(globalThis, name);
});

test("a file that a build shares with one before outlives the other's cache, and no other file does", async () => {
  const { assetCache, findKept, forgetOldBuilds } = await import("./kept.ts");
  const about = { kind: "asset", key: "/assets/about-1.js" } as const;
  const old = openCache("foyer-assets-b");
  await old.put(about.key, new Response("about"));
  await old.put("/assets/resume-1.js", new Response("resume of before"));
  openCache(assetCache);
  await forgetOldBuilds(false);
  expect([...stores.keys()]).toEqual([assetCache]);
  expect(await (await findKept(about))?.text()).toBe("about");
  expect(await findKept({ kind: "asset", key: "/assets/resume-1.js" })).toBeUndefined();
});
