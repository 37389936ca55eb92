/** What rules see of files that are really stored. */
import { expect, test } from "vitest";
import { openStorage } from "../testing/open-storage.ts";

const stored = [
  "resource.name == 'a' && resource.bucket == bucket && resource.size == 2",
  "resource.md5Hash == hashing.md5('hi').toBase64().replace('-', '+').replace('_', '/')",
  "resource.etag is string && resource.generation > 0 && resource.metageneration == 1",
  "resource.timeCreated == resource.updated && resource.updated <= request.time",
  "resource.contentType == 'text/plain' && resource.contentLanguage == 'de'",
  "resource.contentDisposition == 'inline' && resource.metadata == {'owner': 'ada'}",
  "!('contentEncoding' in resource) && !('cacheControl' in resource) && !('crc32c' in resource)",
];

const written = [
  "request.resource.name == 'a' && request.resource.bucket == bucket",
  "request.resource.size == 2 && request.resource.contentType == 'text/plain'",
  "request.resource.contentLanguage == 'de' && request.resource.metadata.owner == 'ada'",
  "!request.resource.keys().hasAny(['generation', 'metageneration', 'etag', 'timeCreated', 'updated'])",
];

const metadata = {
  contentType: "text/plain",
  contentLanguage: "de",
  contentDisposition: "inline",
  metadata: { owner: "ada" },
};

test("of a stored file rules see what the server knows of it", async () => {
  await using storage = await openStorage({ rules: rulesOf(`allow get: if ${all(stored)};`) });
  await storage.adminUpload("a", "hi", metadata);
  expect((await storage.ask("ada", "/a")).status).toBe(200);
});

test("of a file that is written rules see what the caller gives, with an upload and a change", async () => {
  await using storage = await openStorage({
    rules: rulesOf(`allow create, update: if ${all(written)}; allow get: if true;`),
  });
  expect((await storage.upload("ada", "a", "hi", metadata)).status).toBe(200);
  const patch = { method: "PATCH", body: JSON.stringify({ metadata: { more: "x" } }) };
  expect((await storage.ask("ada", "/a", patch)).status).toBe(200);
});

test("what a rule asks of a file and does not get refuses", async () => {
  await using storage = await openStorage({
    rules: rulesOf(
      "allow create: if request.resource.generation != 0; allow get: if resource.contentEncoding != 'gzip';",
    ),
  });
  expect((await storage.upload("ada", "a", "hi", metadata)).status).toBe(403);
  await storage.adminUpload("a", "hi", metadata);
  expect((await storage.ask("ada", "/a")).status).toBe(403);
});

function all(conditions: readonly string[]): string {
  return conditions.map((condition) => `(${condition})`).join(" && ");
}

function rulesOf(statements: string): string {
  return `rules_version = '2';
    service firebase.storage { match /b/{bucket}/o/{name} { ${statements} } }`;
}
