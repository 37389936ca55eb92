/** The real server with a provider on this machine: killed in mid-stream, it ends the answer at its next start. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newUserRecord } from "#lib/user-record.ts";
import { confirmAddress } from "../support/confirm-address.ts";
import { type FoyerProcess, startFoyer } from "../support/foyer-process.ts";
import { answerOf, startOpenAiServer } from "../support/openai-server.ts";
import { signUp } from "./database-process.ts";

const key = "sk-never-told-to-anybody";

test("R1: kill -9 in the middle of an answer costs nothing, and what came is there after the next start", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "foyer-ai-process-"));
  await using provider = await startOpenAiServer();
  const env = { FOYER_AI_URL: provider.url, FOYER_AI_KEY: key, FOYER_AI_MODELS: "small=Small" };
  const logs: string[] = [];
  const told: string[] = [];
  try {
    const begun = await startFoyer({ dataDir, env });
    const idToken = await signUp(begun);
    const payload = JSON.parse(atob(idToken.split(".")[1]!)) as { user_id: string; email: string };
    const { user_id: uid, email } = payload;
    await confirmAddress(begun, uid);
    const record = newUserRecord({ uid, email, name: "Ann", now: new Date() });
    const put = { method: "PUT", body: JSON.stringify(record) };
    expect((await begun.database(`users/${uid}`, idToken, put)).status).toBe(200);
    const ask = async (foyer: FoyerProcess, path: string, body?: object) => {
      const answer = await fetch(`${foyer.origin}/api/${path}`, {
        method: body === undefined ? "GET" : "POST",
        headers: { authorization: `Bearer ${idToken}` },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      told.push(await answer.text());
      return JSON.parse(told.at(-1) ?? "") as Record<string, unknown>;
    };
    const valueAt = async (foyer: FoyerProcess, path: string): Promise<unknown> =>
      (await foyer.database(path, idToken)).json();
    const send = (foyer: FoyerProcess, room: string, n: number) =>
      ask(foyer, `chat/${room}/messages`, {
        id: `message${n}`.padEnd(20, "0"),
        text: "Tell me a story",
        ask: { id: `answer${n}`.padEnd(20, "0"), model: "small", most: 1 },
      });
    expect(await ask(begun, "ai")).toMatchObject({ on: true, left: { today: 50 } });
    const room = String((await ask(begun, "chat", { kind: "ai" }))["room"]);
    provider.behave({ steps: [{ text: "Once " }, { text: "upon" }, "hang"] });
    expect(await send(begun, room, 1)).toMatchObject({ ask: "begun" });
    const streams = `chat/${room}/streams`;
    const isThere = async () => JSON.stringify(await valueAt(begun, streams)).includes("Once ");
    await expect.poll(isThere, { timeout: 10_000 }).toBe(true);
    expect(await valueAt(begun, `tokenAccounts/${uid}/holds`)).not.toBeNull();
    await begun.stop("SIGKILL");
    logs.push(begun.logs());

    await using again = await startFoyer({ dataDir, env });
    const state = async () => valueAt(again, `aiRuns/${uid}/${"answer1".padEnd(20, "0")}/state`);
    await expect.poll(state, { timeout: 10_000 }).toBe("broken");
    expect(await valueAt(again, `chat/${room}/messages/m000000002`)).toMatchObject({
      by: "ai",
      text: expect.stringMatching(/^Once /) as unknown,
      ai: { state: "broken", why: "server", spent: 0 },
    });
    expect(await valueAt(again, streams)).toBeNull();
    expect(await valueAt(again, `tokenAccounts/${uid}`)).toMatchObject({ balance: 10, seq: 1 });
    provider.behave(answerOf(["The end."]));
    expect(await send(again, room, 2)).toMatchObject({ ask: "begun" });
    await expect
      .poll(async () => valueAt(again, `tokenAccounts/${uid}`), { timeout: 10_000 })
      .toMatchObject({ balance: 9, seq: 2 });
    expect(await ask(again, "ai/usage")).toMatchObject({ days: [{ answers: 2, spent: 1 }] });
    logs.push(again.logs());
    expect([...logs, ...told].join("\n")).not.toContain(key);
    expect(logs.join("\n")).not.toMatch(/story|Once/);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});
