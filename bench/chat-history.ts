/**
 * C2: a room of 100,000 messages, in Chromium. How long it takes to open, also what of it this browser keeps, to come to its
 * first message, to any number, and to what was found; how evenly it is drawn while somebody scrolls back; how much of it the
 * page has then; and what an opening takes from the database, against a room of 100 messages.
 */
import { chromium } from "@playwright/test";
import type { CDPSession, Page } from "@playwright/test";
import { messageKey } from "#lib/chat/message.ts";
import { findChromium } from "../scripts/find-chromium.mjs";
import type { BenchRow } from "./bench-row.ts";
import { fillRooms, seldom } from "./chat-fill.ts";
import { framesDuring, p95 } from "./frames.ts";
import { rowOf } from "./journal-row.ts";
import { sleep, startFoyer, temporaryFolder } from "./measured-server.ts";
import { median } from "./median.ts";

const messages = Number(process.env["BENCH_MESSAGES"] ?? 100_000);
const few = 100;
const rounds = 9;
const scrollSteps = 400;
const openMs = 1000;
const jumpMs = 300;
const searchMs = 500;
const frameMs = 20;
const mostListened = 1100;
const mostElements = 2000;
const bytesMark = 1.1;

export async function run(): Promise<BenchRow[]> {
  await using folder = await temporaryFolder();
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  try {
    const rooms = await prepare(folder.path, browser);
    await using server = await startFoyer(folder.path);
    const origin = `http://localhost:${server.port}`;
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(`${origin}/Chat`);
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByLabel("Password", { exact: true }).press("Enter");
    await page.getByRole("link", { name: "Large" }).waitFor();
    const heard = await hear(page);
    const fresh = await openings(page, origin, { ...rooms.large, isKept: false });
    const kept = await openings(page, origin, { ...rooms.large, isKept: true });
    const bytes = await bytesOf(page, origin, heard, rooms);
    const jumps = await jumpsIn(page, rooms.large.room);
    const found = await searches(page);
    const frames = await scrollBack(page, `${origin}/Chat?room=${rooms.large.room}`, rooms.large);
    const elements = await page.locator(".chat-history *").count();
    return [
      rowOf({ id: "C2.open", name: opened, samples: fresh, markMs: openMs }),
      rowOf({ id: "C2.kept", name: openedKept, samples: kept, markMs: openMs }),
      rowOf({ id: "C2.first", name: toFirst, samples: jumps.first, markMs: jumpMs }),
      rowOf({ id: "C2.jump", name: toAny, samples: jumps.any, markMs: jumpMs }),
      rowOf({ id: "C2.search", name: searched, samples: found.search, markMs: searchMs }),
      rowOf({ id: "C2.found", name: toFound, samples: found.jump, markMs: jumpMs }),
      rowOf({ id: "C2.scroll", name: scrolled, samples: [p95(frames)], markMs: frameMs }),
      atMost("C2.listened", listened, heard.listened(), mostListened),
      atMost("C2.elements", drawn, elements, mostElements),
      {
        ...atMost("C2.bytes", taken, bytes.large, bytes.small),
        mark: `<= ${bytesMark}`,
        reached: bytes.large <= bytes.small * bytesMark,
      },
    ];
  } finally {
    await browser.close();
  }
}

const opened =
  "From the answer of the server to the end of a room of 100,000 messages, nothing kept";
const openedKept = "The same from what this browser keeps";
const toFirst = "From an address to the first of 100,000 messages, drawn";
const toAny = "From an address to the message of that number, drawn";
const searched = "From words to the first found of 100,000 messages, drawn";
const toFound = "From a press on what was found to the message, drawn";
const scrolled = "95th percentile of frames while 100,000 messages are scrolled back";
const listened = "Messages that are listened to after 40 pages were scrolled back";
const drawn = "Elements of the history then";
const taken = "Bytes from the database for an opening, against a room of 100 messages";

function atMost(id: string, name: string, ours: number, mark: number): BenchRow {
  const ratio = ours / mark;
  const row = { id, name, ours, reference: mark, ratio, samples: [ours] };
  return { ...row, mark: `<= ${Math.round(mark)}`, reached: ours <= mark };
}

const email = "history@example.com";
const password = "correct horse";
type Room = { room: string; messages: number };
type Browser = Awaited<ReturnType<typeof chromium.launch>>;

/** An account with a room of each length, in a folder that nobody has open afterwards. */
async function prepare(dataDir: string, browser: Browser): Promise<{ large: Room; small: Room }> {
  await using server = await startFoyer(dataDir);
  const origin = `http://localhost:${server.port}`;
  const page = await browser.newPage();
  await page.goto(`${origin}/Chat`);
  await page.getByRole("button", { name: "Create an account" }).click();
  await page.getByLabel("Name (optional)").fill("Bench");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  const answered = page.waitForResponse((answer) => answer.url().includes("accounts:signUp"));
  await page.getByRole("button", { name: "Create account" }).click();
  const { localId, idToken } = (await (await answered).json()) as Record<string, string>;
  await page.getByRole("link", { name: "New room" }).waitFor();
  const make = async (name: string, count: number): Promise<Room> => {
    const answer = await fetch(`${origin}/api/chat`, {
      method: "POST",
      headers: { authorization: `Bearer ${idToken}`, "content-type": "application/json" },
      body: JSON.stringify({ kind: "private", name, topic: "" }),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return { room: ((await answer.json()) as { room: string }).room, messages: count };
  };
  const rooms = { large: await make("Large", messages), small: await make("Small", few) };
  await page.close();
  await server.stop();
  const begun = performance.now();
  await fillRooms(dataDir, localId!, [rooms.large, rooms.small]);
  console.log(`C2: ${messages} messages written in ${Math.round(performance.now() - begun)} ms`);
  return rooms;
}

type Heard = { bytes: () => number; listened: () => number };

/** What goes over the line of the database: bytes that came, and how many messages are listened to. */
async function hear(page: Page): Promise<Heard> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  let bytes = 0;
  let parts: string[] = [];
  const ranges = new Map<string, number>();
  session.on("Network.webSocketCreated", () => ranges.clear());
  session.on("Network.webSocketFrameReceived", ({ response }) => {
    bytes += response.payloadData.length;
  });
  session.on("Network.webSocketFrameSent", ({ response }) => {
    parts.push(response.payloadData);
    // A long one comes in parts, after their number.
    if (/^\d+$/.test(parts[0]!)) {
      if (parts.length <= Number(parts[0])) return;
      parts.shift();
    }
    note(parts.join(""));
    parts = [];
  });
  type Sent = { d?: { a?: string; b?: { p?: string; q?: Record<string, unknown> } } };
  function note(text: string): void {
    // A sign of life has the number 0 and no parts.
    if (text === "") return;
    const { a, b } = (JSON.parse(text) as Sent).d ?? {};
    if (!b?.p?.endsWith("/messages")) return;
    const query = JSON.stringify(b.q);
    if (a === "n") ranges.delete(query);
    else if (a === "q") ranges.set(query, Number(b.q?.["l"] ?? 0));
  }
  return {
    bytes: () => bytes,
    listened: () => [...ranges.values()].reduce((sum, one) => sum + one, 0),
  };
}

/** The last one: what the server says of the room itself is the first. */
const lastOf = ({ messages: count }: Room) => count + 1;

async function openings(
  page: Page,
  origin: string,
  { isKept, ...room }: Room & { isKept: boolean },
): Promise<number[]> {
  const samples: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    // oxlint-disable no-await-in-loop -- one after the other
    if (!isKept) await forgetKept(page);
    await page.goto(`${origin}/Chat?room=${room.room}`, { waitUntil: "commit" });
    const ms = await untilShown(page, lastOf(room));
    // The first one fills what is kept of the code.
    if (round > 0) samples.push(ms);
    await sleep(2500);
    // oxlint-enable no-await-in-loop
  }
  return samples;
}

function forgetKept(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((done, failed) => {
        for (const name of Object.keys(localStorage)) {
          if (name.startsWith("foyer:chat:")) localStorage.removeItem(name);
        }
        const opening = indexedDB.open("foyer-chat");
        opening.addEventListener("error", failed);
        opening.addEventListener("success", () => {
          const { result } = opening;
          const empty = () => {
            result.close();
            done();
          };
          if (!result.objectStoreNames.contains("rooms")) return empty();
          const change = result.transaction("rooms", "readwrite");
          change.objectStore("rooms").clear();
          change.addEventListener("complete", empty);
        });
      }),
  );
}

async function bytesOf(
  page: Page,
  origin: string,
  heard: Heard,
  rooms: Record<"large" | "small", Room>,
): Promise<Record<"large" | "small", number>> {
  const of = async (room: Room) => {
    const samples: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      // oxlint-disable no-await-in-loop -- one after the other
      await page.goto("about:blank");
      const before = heard.bytes();
      await page.goto(`${origin}/Chat?room=${room.room}`);
      await untilShown(page, lastOf(room));
      await sleep(2000);
      samples.push(heard.bytes() - before);
      // oxlint-enable no-await-in-loop
    }
    return median(samples);
  };
  return { small: await of(rooms.small), large: await of(rooms.large) };
}

async function jumpsIn(page: Page, room: string): Promise<Record<"first" | "any", number[]>> {
  const to = async (at: number) => {
    const begun = await page.evaluate(
      (search) => {
        const now = performance.now();
        type Router = { navigate(to: string): Promise<void> };
        const { __reactRouterDataRouter: router } = window as unknown as {
          __reactRouterDataRouter: Router;
        };
        void router.navigate(search);
        return now;
      },
      `/Chat?room=${room}&at=${messageKey(at)}`,
    );
    const ms = await untilShown(page, at, begun);
    await sleep(500);
    return ms;
  };
  const samples: Record<"first" | "any", number[]> = { first: [], any: [] };
  for (let round = 0; round < rounds; round += 1) {
    // oxlint-disable no-await-in-loop -- one after the other
    samples.first.push(await to(2));
    samples.any.push(await to(3 + Math.floor((messages / (rounds + 2)) * (round + 1))));
    // oxlint-enable no-await-in-loop
  }
  return samples;
}

async function searches(page: Page): Promise<Record<"search" | "jump", number[]>> {
  const samples: Record<"search" | "jump", number[]> = { search: [], jump: [] };
  const button = page.locator(".chat-head").getByRole("button", { name: "Search" });
  for (let round = 0; round < rounds; round += 1) {
    // oxlint-disable no-await-in-loop -- one after the other
    await button.click();
    await page.getByRole("searchbox", { name: "Words in messages" }).fill(seldom);
    samples.search.push(await untilDrawn(page, ".chat-search form", ".chat-found li"));
    const words =
      (await page
        .locator(".chat-found-text")
        .nth(round % 4)
        .textContent()) ?? "";
    const begun = await page.evaluate((at) => {
      const now = performance.now();
      document.querySelectorAll<HTMLElement>(".chat-found button")[at]!.click();
      return now;
    }, round % 4);
    samples.jump.push(await untilShown(page, Number(words.split(" ")[0]), begun));
    await page.getByRole("button", { name: "Close details" }).click();
    await sleep(500);
    // oxlint-enable no-await-in-loop
  }
  return samples;
}

/** Milliseconds from sending a form to what it leads to being there. */
function untilDrawn(page: Page, form: string, found: string): Promise<number> {
  return page.evaluate(
    ([of, to]) =>
      new Promise<number>((done) => {
        const begun = performance.now();
        document.querySelector<HTMLFormElement>(of!)!.requestSubmit();
        const look = () => {
          if (document.querySelector(to!)) done(performance.now() - begun);
          else requestAnimationFrame(look);
        };
        look();
      }),
    [form, found],
  );
}

async function scrollBack(page: Page, address: string, room: Room): Promise<number[]> {
  await page.goto(address);
  await untilShown(page, lastOf(room));
  await sleep(2000);
  const frames = await framesDuring(page, async () => {
    for (let step = 0; step < scrollSteps; step += 1) {
      // oxlint-disable-next-line no-await-in-loop
      await page.mouse.wheel(0, -400);
    }
  });
  const first = await page.locator(".chat-message .chat-text").first().textContent();
  console.log(
    `C2: scrolled back to message ${first?.split(" ")[0]}, slowest frames ${slowest(frames)} ms`,
  );
  return frames;
}

const slowest = (frames: readonly number[]) =>
  frames
    .toSorted((a, b) => b - a)
    .slice(0, 8)
    .map(Math.round)
    .join(", ");

/** Milliseconds since the page was answered, or since `from` of its own clock, until the message is in the history's sight. */
function untilShown(page: Page, n: number, from = 0): Promise<number> {
  return page.evaluate(
    ({ id, begun }) =>
      new Promise<number>((done) => {
        const isThere = () => {
          const row = document.querySelector(`[data-row$=" ${id}"]`);
          const place = row?.closest(".chat-scroll")?.getBoundingClientRect();
          const box = row?.getBoundingClientRect();
          return box && place && box.bottom > place.top && box.top < place.bottom;
        };
        const look = () => {
          if (isThere()) done(performance.now() - begun);
          else requestAnimationFrame(look);
        };
        look();
      }),
    { id: String(n).padStart(20, "0"), begun: from },
  );
}
