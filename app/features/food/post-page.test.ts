import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { backendContext } from "#lib/server-context.ts";
import type { PublicData } from "#lib/server-backend.ts";
import { loader } from "./post-page.tsx";

async function answerOf(failed: boolean): Promise<unknown> {
  const context = new RouterContextProvider();
  const redirects = [{ from: "/foodblog/old", to: "/foodblog/new", permanent: true }];
  const data = { foodPosts: [], redirects, failed } as unknown as PublicData;
  context.set(backendContext, { publicData: async () => data, publicVersion: () => 0 });
  const args = { context, params: { slug: "old" } } as unknown as Parameters<typeof loader>[0];
  return loader(args).catch((thrown: unknown) => thrown);
}

test("an old address of a post leads to its new one, unless the posts cannot be read", async () => {
  const moved = await answerOf(false);
  expect(moved).toMatchObject({ status: 301 });
  expect((moved as Response).headers.get("Location")).toBe("/foodblog/new");
  expect(await answerOf(true)).toMatchObject({ status: 503 });
});
