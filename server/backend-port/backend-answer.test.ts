import { expect, test } from "vitest";
import { createClients, urlsOnOrigin } from "./clients.ts";

/** A backend that gives every request the same answer. */
function clientsOf(answer: () => Response) {
  return createClients({
    urls: urlsOnOrigin("http://backend.example"),
    projectId: "foyer",
    bucket: "foyer",
    namespace: "foyer",
    hasSessions: false,
    fetch: async () => answer(),
    fetchAsCaller: async () => answer(),
    clock: Date.now,
  });
}

const page = (status: number) => () => new Response("<h1>Bad gateway</h1>", { status });

test.each([
  ["a proxy's page", page(502), "UNAVAILABLE"],
  ["a failure in plain text", page(500), "UNAVAILABLE"],
  ["a page instead of JSON", page(200), "UNAVAILABLE"],
  ["a refusal without words", page(403), "PERMISSION_DENIED"],
  ["a quota that is used up", page(402), "RESOURCE_EXHAUSTED"],
  ["too many requests", page(429), "RESOURCE_EXHAUSTED"],
  [
    "an error in Google's form",
    () => Response.json({ error: { status: "ABORTED", message: "Again." } }, { status: 409 }),
    "ABORTED",
  ],
  [
    "an error in the form of files",
    () => Response.json({ error: { code: 412, message: "Changed." } }, { status: 412 }),
    "FAILED_PRECONDITION",
  ],
  [
    "an error in the database's form",
    () => Response.json({ error: "Permission denied" }, { status: 401 }),
    "UNAUTHENTICATED",
  ],
])("%s is a BackendError of every service", async (_, answer, status) => {
  const clients = clientsOf(answer);
  for (const call of [
    clients.getDocument("a/b"),
    clients.commit([{ delete: "a/b" }]),
    clients.getValue("a"),
    clients.getAccount("a"),
    clients.getObject("a"),
    clients.storageUsage("a"),
  ]) {
    // oxlint-disable-next-line no-await-in-loop
    await expect(call).rejects.toMatchObject({ name: "BackendError", status });
  }
});

test("a stream that breaks off after its 200 is an error", async () => {
  const broken = [{ readTime: "x" }, { error: { status: "UNAVAILABLE", message: "Later." } }];
  const { listDocuments } = clientsOf(() => Response.json(broken));
  await expect(listDocuments("a")).rejects.toMatchObject({ status: "UNAVAILABLE" });
});
