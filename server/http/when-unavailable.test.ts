import { expect, test } from "vitest";
import { BackendError } from "#lib/server-backend.ts";
import { orUnavailable } from "./when-unavailable.ts";

const request = {} as Parameters<ReturnType<typeof orUnavailable>>[0];
const failing = (error: unknown) =>
  orUnavailable(async () => {
    throw error;
  })(request);

test.each(["UNAVAILABLE", "DEADLINE_EXCEEDED", "RESOURCE_EXHAUSTED"])(
  "%s is for later",
  async (status) => {
    const answer = await failing(new BackendError(status, "Later."));
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await answer.json()).toMatchObject({ error: { code: "unavailable" } });
  },
);

test.each([new BackendError("INTERNAL", "Broken."), new Error("Broken.")])(
  "what is a fault of ours stays one: %s",
  async (error) => {
    await expect(failing(error)).rejects.toBe(error);
  },
);
