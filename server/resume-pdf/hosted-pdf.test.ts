import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startStandIn } from "../../tests/support/firebase-stand-in.ts";
import type { StandIn } from "../../tests/support/firebase-stand-in.ts";
import { createLog } from "../log.ts";
import { createUploadedPdf } from "./uploaded-pdf.ts";

let standIn: StandIn;

beforeAll(async () => {
  standIn = await startStandIn();
}, 40_000);

afterAll(() => standIn[Symbol.asyncDispose]());

test("the owner's own PDF comes from Firebase, too", async () => {
  const uploaded = createUploadedPdf({ backend: standIn.console, log: createLog("silent") });
  const bytes = Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(300_000, "x")]);
  await standIn.console.putObject("public/cv.pdf", new Uint8Array(bytes), {
    contentType: "application/pdf",
  });
  const http = createServer((request, response) => {
    const exchange = { request, response, id: "t", path: "/", query: "", client: () => "" };
    uploaded(exchange, { name: "public/cv.pdf", saveAs: "a.pdf" }).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const answer = await fetch(`http://127.0.0.1:${(http.address() as AddressInfo).port}/`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("etag")).toBeTruthy();
  expect(bytes.equals(Buffer.from(await answer.arrayBuffer()))).toBe(true);
  await new Promise((resolve) => http.close(resolve));
});
