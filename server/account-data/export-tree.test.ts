import { expect, test } from "vitest";
import { openSite } from "../../tests/support/site.ts";
import { createDatabaseClient } from "../backend-port/database-client.ts";
import { exportTree } from "./export-tree.ts";

const mostChars = 5_000;

test("a place that is larger than one answer is exported whole", async () => {
  await using site = await openSite();
  const texts: Record<string, string> = {};
  for (let i = 0; i < 8; i += 1) texts[`t${i}`] = String(i).repeat(4_000 + i);
  const document: Record<string, unknown> = {
    "1": "number",
    "-2": "below",
    "10": { ".value": false, ".priority": 3 },
    "z,{": "last",
    ".priority": 5,
  };
  for (let i = 0; i < 300; i += 1) document[`k${i}`] = { n: i, ".priority": i % 3 };
  document["large"] = { ".priority": "inner", ...texts, zz: { y: 1 } };
  const place = "http://database.invalid/document.json?ns=foyer&print=silent";
  const put = new Request(place, { method: "PUT", body: JSON.stringify(document) });
  expect((await site.backend.adminFetch(put)).status).toBe(204);

  let refused = 0;
  const database = createDatabaseClient({
    baseUrl: "http://database.invalid",
    namespace: "foyer",
    async fetch(request) {
      const response = await site.backend.adminFetch(request);
      const text = await response.text();
      if (text.length <= mostChars) return new Response(text, response);
      refused += 1;
      return Response.json({ error: "The value is larger than a test allows." }, { status: 400 });
    },
  });
  let exported = "";
  for await (const piece of exportTree(database, "document")) exported += piece;
  expect(JSON.parse(exported)).toEqual(document);
  // In Firebase's order, priorities first.
  expect(exported.startsWith('{".priority":5,"-2":"below","1":"number","10":')).toBe(true);
  // The whole, what is large in it, and windows of children.
  expect(refused).toBeGreaterThan(4);
});
