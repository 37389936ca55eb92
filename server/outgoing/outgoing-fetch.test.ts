import { pipeline, Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { OutgoingError } from "./errors.ts";
import type { OutgoingInit } from "./outgoing-fetch.ts";
import { isPublicAddress } from "./public-address.ts";
import { openWeb } from "./testing/open-web.ts";
import type { TestWeb } from "./testing/open-web.ts";

let web: TestWeb;
beforeAll(async () => {
  web = await openWeb({ "a.test": (_, response) => response.end("hello"), "b.test": () => {} });
});
afterAll(() => web[Symbol.asyncDispose]());

const usual: OutgoingInit = { maxBytes: 1000, timeoutMs: 5000 };

/** The fault, or the text that came. */
async function outcome(url: string, init: Partial<OutgoingInit> = {}): Promise<string> {
  try {
    return String((await web.fetch(url, { ...usual, ...init })).bytes);
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    return /^[A-Z].*\.$/.test(error.message) ? error.fault : error.message;
  }
}

test("a public https address answers", async () => {
  expect(await web.fetch("https://a.test/x?y=1#z", usual)).toMatchObject({
    status: 200,
    url: "https://a.test/x?y=1",
    bytes: Buffer.from("hello"),
  });
  expect(web.asked.at(-1)).toBe("GET https://a.test/x?y=1");
  expect(web.dialled.at(-1)).toBe("93.184.216.34");
});

test("this machine and networks behind it are not asked, however they are spelled", async () => {
  const before = web.dialled.length;
  const closed = [
    "127.0.0.1",
    "127.1",
    "2130706433",
    "0x7f000001",
    "0x7f.1",
    "0177.0.0.1",
    "017700000001",
    "127.0.0.1.",
    "1２7.0.0.1",
    "0",
    "0.0.0.0",
    "10.0.0.1",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "100.127.255.255",
    "192.0.0.8",
    "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "[::1]",
    "[::]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::ffff:a00:1]",
    "[::127.0.0.1]",
    "[64:ff9b::7f00:1]",
    "[64:ff9b:1::a00:1]",
    "[2002:7f00:1::]",
    "[2001:0:7f00:1::]",
    "[2001:db8::1]",
    "[fc00::1]",
    "[fd12:3456::1]",
    "[fe80::1]",
    "[fec0::1]",
    "[ff02::1]",
    "[100::1]",
    "[3fff::1]",
  ];
  for (const host of closed) {
    // oxlint-disable-next-line no-await-in-loop
    expect(await outcome(`https://${host}/`), host).toBe("not-public");
  }
  for (const address of ["fe80::1%eth0", "2606:4700::1%lo", "", "a.test", "127.1"]) {
    expect(isPublicAddress(address), address).toBe(false);
  }
  for (const address of ["93.184.216.34", "100.128.0.1", "172.32.0.1", "2606:4700::1111"]) {
    expect(isPublicAddress(address), address).toBe(true);
  }
  expect(web.dialled).toHaveLength(before);
});

test("only https without a name and password in the address is asked", async () => {
  expect(await outcome("http://a.test/")).toBe("not-https");
  expect(await outcome("ftp://a.test/")).toBe("not-https");
  expect(await outcome("file:///etc/passwd")).toBe("not-https");
  expect(await outcome("https://user:word@a.test/")).toBe("credentials");
  expect(await outcome("https://user@a.test/")).toBe("credentials");
  expect(await outcome("//a.test")).toBe("no-address");
  expect(await outcome("https://")).toBe("no-address");
  expect(await outcome("https://nowhere.test/")).toBe("no-host");
  expect(await outcome("https://a.test\r\nX-Evil:1/")).not.toBe("hello");
});

test("a name is looked up once, and what was checked is what is connected to", async () => {
  web.names.set("b.test", [["93.184.216.35"], ["127.0.0.1"]]);
  web.answers.set("b.test", (_, response) => response.end("first"));
  expect(await outcome("https://b.test/")).toBe("first");
  expect(web.dialled.at(-1)).toBe("93.184.216.35");
  expect(await outcome("https://b.test/")).toBe("not-public");
  // Of a name with both kinds only the public one.
  web.names.set("b.test", [["10.0.0.1", "::1", "93.184.216.36"]]);
  expect(await outcome("https://b.test/")).toBe("first");
  expect(web.dialled.at(-1)).toBe("93.184.216.36");
  web.names.set("b.test", [["::ffff:10.0.0.1"]]);
  expect(await outcome("https://b.test/")).toBe("not-public");
});

test("where a redirect leads is held to the same rules, and the caller's name stays here", async () => {
  web.names.set("b.test", [["93.184.216.35"]]);
  const lead = (to: string, status = 302) =>
    web.answers.set("b.test", (_, response) => response.writeHead(status, { Location: to }).end());
  for (const to of ["https://127.0.0.1/", "https://169.254.169.254/latest/", "https://[::1]/"]) {
    lead(to);
    // oxlint-disable-next-line no-await-in-loop
    expect(await outcome("https://b.test/"), to).toBe("not-public");
  }
  lead("http://a.test/");
  expect(await outcome("https://b.test/")).toBe("not-https");
  lead("file:///etc/passwd");
  expect(await outcome("https://b.test/")).toBe("not-https");
  lead("https://x:y@a.test/");
  expect(await outcome("https://b.test/")).toBe("credentials");
  lead("/again");
  expect(await outcome("https://b.test/")).toBe("too-many-redirects");
  expect(
    await web.fetch("https://b.test/", { ...usual, method: "POST", body: "{}" }),
  ).toMatchObject({ status: 302 });

  let seen: object = {};
  web.answers.set("a.test", ({ headers }, response) => {
    seen = headers;
    response.end("hello");
  });
  lead("https://a.test/there", 308);
  const headers = { Authorization: "Bearer secret", "X-Kept": "1" };
  expect(await outcome("https://b.test/", { headers })).toBe("hello");
  expect(seen).toMatchObject({ "x-kept": "1", host: "a.test", "user-agent": "Foyer/test" });
  expect(seen).not.toHaveProperty("authorization");
});

test("an answer that does not end, drips, is packed or has endless headers is given up", async () => {
  const given = (answer: Parameters<TestWeb["answers"]["set"]>[1]) => {
    web.answers.set("a.test", answer);
    return outcome("https://a.test/", { timeoutMs: 500 });
  };
  expect(
    await given((_, response) => {
      const endless = Readable.from(
        (function* () {
          for (;;) yield "x".repeat(10_000);
        })(),
      );
      pipeline(endless, response, () => {});
    }),
  ).toBe("too-large");
  const drips = new Set<NodeJS.Timeout>();
  expect(
    await given((_, response) => {
      drips.add(setInterval(() => response.write("."), 20));
    }),
  ).toBe("timeout");
  for (const drip of drips) clearInterval(drip);
  expect(await given(() => {})).toBe("timeout");
  expect(
    await given((_, response) => {
      response.writeHead(200, { "Content-Encoding": "gzip" });
      response.end(gzipSync(Buffer.alloc(1_000_000)));
    }),
  ).toBe("packed");
  expect(
    await given((_, response) => {
      response.writeHead(200, { "X-Long": "x".repeat(60_000) }).end();
    }),
  ).toBe("broken");
  expect(await given(({ socket }) => socket.destroy())).toBe("broken");
  expect(
    await given((_, response) => {
      response.writeHead(200, { "Content-Length": "500" });
      response.write("x", () => response.destroy());
    }),
  ).toBe("broken");
  // Of what is not wanted nothing is read, however much there is.
  web.answers.set("a.test", (_, response) => void response.write("x".repeat(100_000)));
  expect(await outcome("https://a.test/", { maxBytes: 0 })).toBe("");
});

test("a certificate for another name is refused, and who asked can stop it", async () => {
  web.names.set("c.test", [["93.184.216.40"]]);
  expect(await outcome("https://c.test/")).toBe("certificate");
  web.answers.set("a.test", () => {});
  const stop = new AbortController();
  const asked = web.fetch("https://a.test/", { ...usual, signal: stop.signal });
  stop.abort(new Error("enough"));
  await expect(asked).rejects.toThrow("enough");
});
