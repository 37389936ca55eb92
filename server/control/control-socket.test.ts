import { mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { once } from "node:events";
import { expect, test } from "vitest";
import { recordingLog } from "../../tests/support/log.ts";
import { openControlSocket, sendCommand } from "./control-socket.ts";

async function temporaryFolder(): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), "foyer-control-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

test("a command reaches the server and its answer comes back", async () => {
  await using folder = await temporaryFolder();
  const { log } = recordingLog();
  const socket = await openControlSocket(
    folder.path,
    async ({ name, file }) => ({ ok: true, lines: [`${name} ${file?.length ?? 0}`] }),
    log,
  );
  const file = "ü".repeat(300_000);
  expect(await sendCommand(folder.path, { name: "import resume", file })).toEqual({
    ok: true,
    lines: ["import resume 300000"],
  });
  await socket.close();
});

test("without a server there is no answer, also after one was there", async () => {
  await using folder = await temporaryFolder();
  expect(await sendCommand(folder.path, { name: "x" })).toBeUndefined();
  const socket = await openControlSocket(
    folder.path,
    async () => ({ ok: true, lines: [] }),
    recordingLog().log,
  );
  await socket.close();
  expect(await sendCommand(folder.path, { name: "x" })).toBeUndefined();
});

test("only the owner of the folder can open the socket", async () => {
  await using folder = await temporaryFolder();
  const socket = await openControlSocket(
    folder.path,
    async () => ({ ok: true, lines: [] }),
    recordingLog().log,
  );
  expect((await stat(join(folder.path, "control.sock"))).mode & 0o777).toBe(0o600);
  await socket.close();
});

test("a folder whose path is too long for a socket gets one elsewhere", async () => {
  await using folder = await temporaryFolder();
  const deep = join(folder.path, "d".repeat(90));
  await mkdir(deep);
  const socket = await openControlSocket(
    deep,
    async () => ({ ok: true, lines: ["deep"] }),
    recordingLog().log,
  );
  expect(await sendCommand(deep, { name: "x" })).toEqual({ ok: true, lines: ["deep"] });
  await socket.close();
  expect(await sendCommand(deep, { name: "x" })).toBeUndefined();
});

test("closing does not wait for a client that never finishes its command", async () => {
  await using folder = await temporaryFolder();
  const socket = await openControlSocket(
    folder.path,
    async () => ({ ok: true, lines: [] }),
    recordingLog().log,
  );
  const idle = createConnection(join(folder.path, "control.sock"));
  idle.on("error", () => {});
  await once(idle, "connect");
  idle.write("{");
  await expect(socket.close()).resolves.toBeUndefined();
});

test("a command that throws is answered with its message, and nonsense breaks nothing", async () => {
  await using folder = await temporaryFolder();
  const socket = await openControlSocket(
    folder.path,
    () => Promise.reject(new Error("no room left")),
    recordingLog().log,
  );
  expect(await sendCommand(folder.path, { name: "x" })).toEqual({
    ok: false,
    lines: ["no room left"],
  });
  const raw = createConnection(join(folder.path, "control.sock"));
  raw.end("\u0000not json\n");
  raw.resume();
  await once(raw, "close");
  expect(await sendCommand(folder.path, { name: "x" })).toMatchObject({ ok: false });
  await socket.close();
});
