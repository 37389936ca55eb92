import { chmod, mkdir, mkdtemp, readFile, rename, rm, stat, symlink } from "node:fs/promises";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { once } from "node:events";
import { expect, test, vi } from "vitest";
import { recordingLog } from "../../tests/support/log.ts";
import { findServer, sendCommand } from "./control-client.ts";
import type { CommandInput, CommandResult } from "./command-message.ts";
import { openControlSocket } from "./control-socket.ts";

async function temporaryFolder(): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), "foyer-control-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

const nothing: CommandResult = { ok: true, lines: [] };

function open(
  dataDir: string,
  run: (input: CommandInput) => Promise<CommandResult>,
  fetch: (request: Request) => Promise<Response> = async () => new Response(null, { status: 204 }),
) {
  return openControlSocket(dataDir, { run, fetch }, recordingLog().log);
}

test("a command reaches the server and its answer comes back", async () => {
  await using folder = await temporaryFolder();
  const socket = await open(folder.path, async ({ name, file }) => ({
    ok: true,
    lines: [`${name} ${file?.length ?? 0}`],
  }));
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
  const socket = await open(folder.path, async () => nothing);
  await socket.close();
  expect(await sendCommand(folder.path, { name: "x" })).toBeUndefined();
});

test("only the owner of the folder can open the socket", async () => {
  await using folder = await temporaryFolder();
  const socket = await open(folder.path, async () => nothing);
  expect((await stat(join(folder.path, "control.sock"))).mode & 0o777).toBe(0o600);
  await socket.close();
});

test("a folder whose path is too long for a socket gets one elsewhere", async () => {
  await using folder = await temporaryFolder();
  const deep = join(folder.path, "d".repeat(90));
  await mkdir(deep);
  expect(await sendCommand(deep, { name: "x" })).toBeUndefined();
  expect(await findServer(deep)).toBeUndefined();
  const socket = await open(deep, async () => ({ ok: true, lines: ["deep"] }));
  expect(await sendCommand(deep, { name: "x" })).toEqual({ ok: true, lines: ["deep"] });
  await socket.close();
  expect(await sendCommand(deep, { name: "x" })).toBeUndefined();
});

test("a socket elsewhere is used only while nobody else can open its folder", async () => {
  await using folder = await temporaryFolder();
  const deep = join(folder.path, "d".repeat(90));
  await mkdir(deep);
  const asked: string[] = [];
  const socket = await open(deep, async ({ name }) => {
    asked.push(name);
    return nothing;
  });
  const elsewhere = dirname(await readFile(join(deep, "control-socket-path"), "utf8"));
  const refusal = /not a folder that only you can open.+delete .+control-socket-path/;
  const isRefused = async () => {
    await expect(sendCommand(deep, { name: "secret" })).rejects.toThrow(refusal);
    await expect(findServer(deep)).rejects.toThrow(refusal);
  };
  for (const mode of [0o770, 0o707, 0o710, 0o701]) {
    // oxlint-disable-next-line no-await-in-loop
    await chmod(elsewhere, mode);
    // oxlint-disable-next-line no-await-in-loop
    await isRefused();
  }
  await chmod(elsewhere, 0o700);
  expect(await sendCommand(deep, { name: "own" })).toEqual(nothing);

  const { uid } = await stat(elsewhere);
  const getuid = vi.spyOn(process, "getuid").mockReturnValue(uid + 1);
  await isRefused();
  getuid.mockRestore();

  // Another user's link to it would lead wherever that user likes by the time of the connection.
  const moved = `${elsewhere}-moved`;
  await rename(elsewhere, moved);
  await symlink(moved, elsewhere);
  await isRefused();
  await rm(elsewhere);
  await rename(moved, elsewhere);
  expect(asked).toEqual(["own"]);
  await socket.close();
});

test("closing does not wait for a client that never finishes its command", async () => {
  await using folder = await temporaryFolder();
  const socket = await open(folder.path, async () => nothing);
  const idle = createConnection(join(folder.path, "control.sock"));
  idle.on("error", () => {});
  await once(idle, "connect");
  idle.write("POST /command HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{");
  await expect(socket.close()).resolves.toBeUndefined();
});

test("a command that throws is answered with its message, and nonsense breaks nothing", async () => {
  await using folder = await temporaryFolder();
  const socket = await open(folder.path, () => Promise.reject(new Error("no room left")));
  expect(await sendCommand(folder.path, { name: "x" })).toEqual({
    ok: false,
    lines: ["no room left"],
  });
  const raw = createConnection(join(folder.path, "control.sock"));
  raw.end("\u0000not HTTP\n");
  raw.resume();
  await once(raw, "close");
  expect(await sendCommand(folder.path, { name: "x" })).toMatchObject({ ok: false });
  await socket.close();
});

test("a request for the database passes with its body, and its answer with its status and headers", async () => {
  await using folder = await temporaryFolder();
  const socket = await open(
    folder.path,
    async () => nothing,
    async (request) => {
      const { pathname, search } = new URL(request.url);
      const said = [request.method, pathname, search, request.headers.get("if-match")].join(" ");
      return new Response(`${said} ${(await request.text()).length}`, {
        status: 412,
        headers: { etag: "other" },
      });
    },
  );
  const fetch = await findServer(folder.path);
  const url = "http://any.invalid/a%2Fb/%C3%BC.json?ns=foyer&print=silent";
  const body = "ü".repeat(3_000_000);
  const answer = await fetch!(
    new Request(url, { method: "PUT", body, headers: { "if-match": "known" } }),
  );
  expect(await answer.text()).toBe("PUT /a%2Fb/%C3%BC.json ?ns=foyer&print=silent known 3000000");
  expect(answer.status).toBe(412);
  expect(answer.headers.get("etag")).toBe("other");
  await socket.close();
  await expect(fetch!(new Request(url))).rejects.toThrow("The server has stopped meanwhile.");
  expect(await findServer(folder.path)).toBeUndefined();
});

test("nothing but the database, documents and accounts for administrators is served", async () => {
  await using folder = await temporaryFolder();
  const asked: string[] = [];
  const socket = await open(
    folder.path,
    async () => nothing,
    async ({ url }) => {
      asked.push(url);
      return new Response(null, { status: 204 });
    },
  );
  const fetch = await findServer(folder.path);
  const toolkit = "identitytoolkit.googleapis.com/v1";
  const others = [`${toolkit}/accounts:signUp`, `x/${toolkit}/projects/foyer/accounts`, "token"];
  for (const path of [
    "command",
    "v1/accounts",
    "x/v1/projects/a",
    "a.json/b",
    "a?x=.json",
    ...others,
  ]) {
    expect((await fetch!(new Request(`http://any.invalid/${path}`))).status).toBe(404);
  }
  expect(asked).toEqual([]);
  const query = "v1/projects/foyer/databases/(default)/documents/a/%C3%BC:runQuery";
  const accounts = `${toolkit}/projects/foyer/accounts:batchGet`;
  for (const path of [".json", query, accounts]) {
    expect((await fetch!(new Request(`http://any.invalid/${path}`))).status).toBe(204);
  }
  expect(asked.map((url) => new URL(url).pathname)).toEqual([
    "/.json",
    `/${query}`,
    `/${accounts}`,
  ]);
  await socket.close();
});

test("an answer that breaks off is an error, not a shorter one", async () => {
  await using folder = await temporaryFolder();
  const socket = await open(
    folder.path,
    async () => nothing,
    async () =>
      new Response(
        new ReadableStream({
          pull(controller) {
            controller.enqueue(new TextEncoder().encode("{"));
            controller.error(new Error("the disk is gone"));
          },
        }),
      ),
  );
  const fetch = await findServer(folder.path);
  await expect(
    fetch!(new Request("http://any.invalid/a.json")).then((answer) => answer.text()),
  ).rejects.toThrow(/aborted|socket hang up|terminated/);
  await socket.close();
});
