/** What a program outside the server can do with a service account's key file, and what nobody can without one. */
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createBackend } from "#backend";
import type { Backend } from "#backend";
import { createTempDir } from "../../backend/sqlite/testing/temp-dir.ts";
import { readRulesFiles } from "../../server/config/rules-files.ts";
import { createBackendHandler } from "../../server/http/backend-handler.ts";
import { splitTarget } from "../../server/http/request-facts.ts";
import type { Exchange } from "../../server/http/request-facts.ts";
import { createSdkClient, signUp } from "../support/sdk-client.ts";

const program = fileURLToPath(new URL("outside-program.ts", import.meta.url));
const hourMs = 3_600_000;

/** `run` has the program do one thing after the other. */
function startProgram() {
  const child = spawn(process.execPath, [program], { stdio: ["pipe", "pipe", "inherit"] });
  const answers = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    // oxlint-disable-next-line typescript/no-explicit-any
    run: async (...asked: (string | undefined)[]): Promise<any> => {
      child.stdin.write(`${JSON.stringify(asked)}\n`);
      const { value, done } = await answers.next();
      if (done === true) throw new Error("The program has ended.");
      return JSON.parse(value);
    },
    [Symbol.dispose]: () => void child.kill(),
  };
}

type Served = AsyncDisposable & { backend: Backend; origin: string; port: number };

/** The backend on a folder that outlives it, mounted as in the real process. */
async function serve(dataDir: string, { port = 0, aheadMs = 0 } = {}): Promise<Served> {
  const rules = await readRulesFiles();
  const backend = await createBackend({
    dataDir,
    projectId: "foyer",
    rules,
    clock: () => Date.now() + aheadMs,
    actionUrl: () => "https://example.com/forgot-password",
  });
  const handle = createBackendHandler({ backend, origin: undefined });
  const http = createServer((request, response) => {
    const { path, query } = splitTarget(request.url ?? "/");
    const client = () => "127.0.0.1";
    const exchange: Exchange = { request, response, id: "test", path, query, client };
    handle(exchange).catch((error: unknown) => void response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => http.listen(port, "127.0.0.1", resolve));
  const taken = (http.address() as AddressInfo).port;
  return {
    backend,
    origin: `http://127.0.0.1:${taken}`,
    port: taken,
    async [Symbol.asyncDispose]() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
      await backend.close();
    },
  };
}

/** Of what a stranger may do, this is all of it. */
const nothing = {
  listUsers: 401,
  createUser: 401,
  readConfig: 401,
  readValue: 401,
  writeValue: 401,
  readDocument: 401,
  writeDocument: 401,
  readFile: 401,
  deleteFile: 401,
};
/** Known, but no administrator. The database answers 401 to all whom its rules refuse. */
const asUser = {
  listUsers: 403,
  createUser: 403,
  readConfig: 403,
  readValue: 401,
  writeValue: 401,
  readDocument: 403,
  writeDocument: 403,
  readFile: 403,
  deleteFile: 403,
};
const anonymous = { ...asUser, listUsers: 401, createUser: 401, readConfig: 401 };

test(
  "with its key file a program manages users, values, documents and files, until it is revoked",
  { timeout: 60_000 },
  async () => {
    using outside = startProgram();
    const { run } = outside;
    using data = createTempDir();
    using keys = createTempDir();
    using otherData = createTempDir();
    const keyFile = join(keys.path, "key.json");
    const revokedFile = join(keys.path, "revoked.json");
    let token: string;
    let revokedToken: string;
    let idToken: string;
    let foreignToken: string;
    let port: number;
    {
      await using other = await serve(otherData.path);
      const foreignFile = join(keys.path, "foreign.json");
      const key = await other.backend.createServiceAccount(other.origin);
      writeFileSync(foreignFile, JSON.stringify(key));
      foreignToken = (await run("token", foreignFile)).body.access_token;
    }
    {
      await using site = await serve(data.path);
      port = site.port;
      writeFileSync(keyFile, JSON.stringify(await site.backend.createServiceAccount(site.origin)));
      const doomed = await site.backend.createServiceAccount(site.origin);
      writeFileSync(revokedFile, JSON.stringify(doomed));
      expect(await run("manage", keyFile)).toEqual({
        users: {
          name: "Ada",
          queried: [true],
          listed: true,
          claims: '{"editor":true}',
          tokenClaim: true,
          link: expect.stringMatching(
            /^https:\/\/example\.com\/forgot-password\?mode=resetPassword&oobCode=[\w-]{40,}/,
          ),
          whenDisabled: "USER_DISABLED",
          whenEnabled: 200,
          deleted: 200,
          after: null,
        },
        values: { read: { a: 1, b: 2 }, deleted: 200, after: null },
        documents: { read: { text: { stringValue: "from outside" } }, deleted: 200, after: 404 },
        files: { uploaded: 200, read: "from outside", deleted: 204, after: 404 },
      });
      token = (await run("token", keyFile)).body.access_token;
      revokedToken = (await run("token", revokedFile)).body.access_token;
      const able = { listUsers: 200, readConfig: 200, writeValue: 200, writeDocument: 200 };
      expect(await run("probe", site.origin, revokedToken)).toMatchObject(able);
      expect(await site.backend.revokeServiceAccount(doomed.client_email)).toBe(true);
      await using me = await signUp(createSdkClient(site.origin));
      idToken = await me.idToken();
      await expectRefusals(site.origin);
    }
    {
      await using site = await serve(data.path, { port });
      await expectRefusals(site.origin);
      expect(await run("probe", site.origin, token)).toMatchObject({
        listUsers: 200,
        readFile: 404,
      });
      expect((await run("token", keyFile)).status).toBe(200);
    }
    await using later = await serve(data.path, { port, aheadMs: hourMs });
    expect(await run("probe", later.origin, token)).toEqual(nothing);

    async function expectRefusals(origin: string): Promise<void> {
      const refused = { status: 400, body: { error: "invalid_grant" } };
      expect(await run("token", revokedFile)).toMatchObject(refused);
      expect(await run("probe", origin, revokedToken), "revoked").toEqual(nothing);
      expect(await run("probe", origin, foreignToken), "foreign").toEqual(nothing);
      expect(await run("probe", origin, "owner"), "owner").toEqual(nothing);
      expect(await run("probe", origin), "no credential").toEqual(anonymous);
      expect(await run("probe", origin, idToken), "a person's ID token").toEqual(asUser);
    }
  },
);
