import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { backendContext } from "#lib/server-context.ts";
import type { PublicData } from "#lib/server-backend.ts";
import { loader } from "./detail-page.tsx";

async function answerOf(failed: boolean): Promise<unknown> {
  const context = new RouterContextProvider();
  const data = { projects: [], redirects: [], failed } as unknown as PublicData;
  context.set(backendContext, { publicData: async () => data, publicVersion: () => 0 });
  const args = { context, params: { slug: "gone" } } as unknown as Parameters<typeof loader>[0];
  return loader(args).catch((thrown: unknown) => thrown);
}

test("a project that is not there leads home, and one that cannot be read is not taken for gone", async () => {
  expect(await answerOf(false)).toMatchObject({ status: 302 });
  expect(await answerOf(true)).toMatchObject({ status: 503 });
});
