/** The four products of the SDK in a real page, under its content policy, as app/live opens them. */
import { fileURLToPath } from "node:url";
import { bundleForPage } from "../support/bundle-for-page.ts";
import { expect, open, test } from "../support/site-test.ts";

type Live = typeof import("../../app/live/firebase.ts");

test("accounts, database, documents and files are reached where the site's backend is", async ({
  page,
  watch,
  foyer,
}) => {
  watch.expectFault(/status of 403/);
  const entry = new URL("../../app/live/firebase.ts", import.meta.url);
  const code = await bundleForPage(fileURLToPath(entry));
  await page.route("**/live-test.js", (route) =>
    route.fulfill({ body: code, contentType: "text/javascript" }),
  );
  await open(page, "/Settings");
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  page.on("websocket", (socket) => asked.push(new URL(socket.url()).pathname));
  // Firebase counts nothing, so there the server keeps room free first.
  const found = await page.evaluate(async (isHosted) => {
    const address = "/live-test.js";
    const { openAuth, openDatabase, openDocuments, openFiles } = (await import(address)) as Live;
    const { auth, sdk: authSdk } = await openAuth();
    const { user } = await authSdk.createUserWithEmailAndPassword(
      auth,
      `live-${Date.now()}@example.com`,
      "correct horse",
    );
    const { database, sdk: databaseSdk } = await openDatabase();
    const record = await databaseSdk.get(databaseSdk.ref(database, `users/${user.uid}`));
    const { documents, sdk: documentsSdk } = await openDocuments();
    const settings = await documentsSdk.getDoc(documentsSdk.doc(documents, "site", "settings"));
    const { files, sdk: filesSdk } = await openFiles();
    const name = `users/${user.uid}/hello world.txt`;
    const reservation = isHosted ? await reserve(name, 5) : "";
    const uploaded = await filesSdk.uploadBytes(
      filesSdk.ref(files, name),
      new TextEncoder().encode("hello"),
      { contentType: "text/plain", customMetadata: { reservation } },
    );
    const refused = await filesSdk
      .uploadBytes(filesSdk.ref(files, "public/a.txt"), new Uint8Array(1))
      .then(
        () => "allowed",
        (error: { code: string }) => error.code,
      );
    return {
      record: record.exists(),
      settings: settings.exists(),
      size: uploaded.metadata.size,
      refused,
    };

    async function reserve(object: string, sizeBytes: number): Promise<string> {
      const answer = await fetch("/api/upload-reservations", {
        method: "POST",
        headers: { Authorization: `Bearer ${await user.getIdToken()}` },
        body: JSON.stringify({ name: object, sizeBytes }),
      });
      return ((await answer.json()) as { id: string }).id;
    }
  }, foyer.standIn !== undefined);
  expect(found).toEqual({
    record: false,
    settings: true,
    size: 5,
    refused: "storage/unauthorized",
  });
  // What goes to any other host fails the test by itself; these are the ways that were taken.
  expect(asked).toEqual(
    expect.arrayContaining([
      "/__/firebase/init.json",
      expect.stringMatching(/^(?:\/identitytoolkit.googleapis.com)?\/v1\/accounts:signUp$/),
      "/.ws",
      "/v1/projects/foyer/databases/(default)/documents:batchGet",
      "/v0/b/foyer/o",
    ]),
  );
});
