import { writeFile } from "node:fs/promises";
import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "../support/site-test.ts";
import { runCommand, runServer, startFoyer } from "../support/foyer-process.ts";
import { readStored } from "../support/stored-documents.ts";

test.use({ ownSite: true });

test("a second server on the same folder is refused, and the first one serves on", async ({
  foyer,
}) => {
  const { code, output } = await runServer({ dataDir: foyer.dataDir });
  expect(code).toBe(1);
  expect(output).toMatch(/^Foyer did not start\. .*(?:in use|used|locked|another)/im);
  expect(output).toContain(foyer.dataDir);
  expect(output).not.toContain("    at ");
  expect((await fetch(`${foyer.origin}/readyz`)).status).toBe(200);
});

test("a taken port and wrong settings are said in plain words @long", async ({ foyer }) => {
  const dataDir = `${foyer.dataDir}/other`;
  const taken = await runServer({ dataDir, env: { PORT: `${foyer.port}` } });
  expect(taken.code).toBe(1);
  expect(taken.output).toContain("is taken");
  const wrong = await runServer({ dataDir, env: { PORT: "many", FOYER_ORIGIN: "example" } });
  expect(wrong.code).toBe(1);
  expect(wrong.output).toContain("PORT");
  expect(wrong.output).toContain("FOYER_ORIGIN");
});

test("a database of a newer version is refused in plain words", async ({ foyer }) => {
  await foyer.stop("SIGTERM");
  const database = new DatabaseSync(join(foyer.dataDir, "foyer.sqlite"));
  database.exec(`INSERT INTO applied_migrations
    SELECT room, 9999, '9999-later.sql', checksum, applied_at FROM applied_migrations LIMIT 1`);
  database.close();
  const { code, output } = await runServer({ dataDir: foyer.dataDir });
  expect(code).toBe(1);
  expect(output).toMatch(/^Foyer did not start\. The database was written by a newer version/m);
  expect(output).not.toContain("    at ");
});

test("SIGTERM finishes a request that is under way, and keeps what it wrote", async ({ foyer }) => {
  const body = JSON.stringify({ path: "/about" });
  const socket = connect(foyer.port, "127.0.0.1");
  let answer = "";
  socket.on("data", (chunk) => (answer += chunk.toString()));
  await once(socket, "connect");
  socket.write(
    `POST /api/page-views HTTP/1.1\r\nHost: localhost:${foyer.port}\r\n` +
      `Content-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
  );
  // A second request on another socket is answered after the first one has been read.
  await fetch(`${foyer.origin}/healthz`);
  const stopped = foyer.stop("SIGTERM");
  await expect.poll(() => foyer.logs()).toContain('"msg":"stopping"');
  // No new visitor is let in meanwhile.
  await expect(fetch(`${foyer.origin}/healthz`)).rejects.toThrow();
  socket.write(body.slice(5));
  await once(socket, "close");
  expect(answer).toMatch(/^HTTP\/1\.1 204 /);
  expect(await stopped).toBe(0);
  expect(foyer.logs()).toContain('"msg":"stopped"');
  expect(await readStored(foyer.dataDir, "pageViews")).toHaveLength(1);
});

test("SIGTERM lets a slow reader have the whole page", async ({ foyer }) => {
  const whole = (await (await fetch(`${foyer.origin}/resume`)).arrayBuffer()).byteLength;
  // Enough answers to fill the buffers of both ends, so that the server has to wait for its reader.
  const requests = 400;
  const socket = connect(foyer.port, "127.0.0.1");
  socket.pause();
  await once(socket, "connect");
  socket.write(`GET /resume HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(requests));
  await expect.poll(() => foyer.logs()).toContain('"path":"/resume"');
  const stopped = foyer.stop("SIGTERM");
  await expect.poll(() => foyer.logs()).toContain('"msg":"stopping"');
  let received = "";
  socket.on("data", (chunk) => (received += chunk.toString("latin1")));
  socket.resume();
  await once(socket, "close");
  expect(await stopped).toBe(0);
  const answers = received.split("HTTP/1.1 200 OK").slice(1);
  expect(answers.length).toBeGreaterThan(0);
  for (const answer of answers) {
    expect(answer.length - answer.indexOf("\r\n\r\n") - 4).toBe(whole);
  }
});

test("what a killed server acknowledged is there when it starts again @long", async ({ foyer }) => {
  const file = join(foyer.dataDir, "ada.json");
  await writeFile(file, JSON.stringify({ basics: { name: "Ada Acknowledged" } }));
  expect((await runCommand(foyer.dataDir, "import", "resume", file)).code).toBe(0);
  await foyer.stop("SIGKILL");
  await using again = await startFoyer({ dataDir: foyer.dataDir });
  expect(await (await fetch(again.origin)).text()).toContain("Ada Acknowledged");
});
