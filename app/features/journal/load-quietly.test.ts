import { expect, test, vi } from "vitest";
import { loadQuietly } from "./load-quietly.ts";

/** A site that can be reached or not, and a part that comes at one of the tries. */
function openPage({ comesAt, answers = false }: { comesAt: number; answers?: boolean }) {
  vi.spyOn(console, "error").mockReturnValue();
  const page = { tries: 0, waits: 0, isLost: false, isReachable: answers };
  const life = new AbortController();
  const back: (() => void)[] = [];
  const part = loadQuietly(
    async () => {
      page.tries += 1;
      if (page.tries < comesAt) throw new TypeError("Failed to fetch");
      return "part";
    },
    {
      answers: async () => page.isReachable,
      untilBack: () => {
        page.waits += 1;
        return new Promise((resolve) => back.push(resolve));
      },
      onLost: () => (page.isLost = true),
    },
    life.signal,
  );
  return { page, part, life, comeBack: () => back.shift()!() };
}

test("what did not load without a connection is asked for again once there is one", async () => {
  const { page, part, comeBack } = openPage({ comesAt: 3 });
  for (const waits of [1, 2]) {
    await vi.waitUntil(() => page.waits === waits);
    comeBack();
  }
  expect(await part).toBe("part");
  expect(page).toMatchObject({ tries: 3, isLost: false });
});

test("what does not load though the site answers is said, and not asked for without end", async () => {
  const { page, part } = openPage({ comesAt: Infinity, answers: true });
  expect(await part).toBeUndefined();
  expect(page).toMatchObject({ tries: 1, waits: 0, isLost: true });
});

test("nothing is asked for or said for what is not drawn any more", async () => {
  const { page, part, life, comeBack } = openPage({ comesAt: Infinity });
  await vi.waitUntil(() => page.waits === 1);
  page.isReachable = true;
  life.abort();
  comeBack();
  expect(await part).toBeUndefined();
  expect(page).toMatchObject({ tries: 1, isLost: false });
});
