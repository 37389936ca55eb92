import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { trapField } from "#lib/contact/contact-form.ts";
import type { InboxFolder } from "#lib/inbox.ts";
import { BackendError } from "#lib/server-backend.ts";
import { recordingLog } from "../../tests/support/log.ts";
import { seededRandom } from "../../tests/support/seeded-random.ts";
import { openSite } from "../../tests/support/site.ts";
import type { Site } from "../../tests/support/site.ts";
import { createContact } from "./contact.ts";
import { changeInbox } from "./inbox-desk.ts";
import { deleteMessages, listMessages, markMessage } from "./inbox.ts";
import type { InboxMessage } from "./inbox.ts";

const second = 1000;
const hour = 3600 * second;
const start = Date.UTC(2026, 10, 22, 13, 3);

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site[Symbol.asyncDispose]());

const inbox = () => listMessages(site.serverBackend, { limit: 500 });

function open(options: Partial<Parameters<typeof createContact>[0]> = {}) {
  const clock = { now: start };
  const { log, entries } = recordingLog();
  const told: InboxMessage[] = [];
  const contact = createContact({
    backend: site.serverBackend,
    notify: async (message) => void told.push(message),
    log,
    now: () => clock.now,
    ...options,
  });
  onTestFinished(async () => {
    await contact.close();
    await deleteMessages(
      site.serverBackend,
      (await inbox()).map(({ id }) => id),
    );
  });
  return { contact, clock, entries, told };
}

const typed = {
  name: "Ann Other",
  email: "ann@example.com",
  subject: "Clocks",
  message: "Does yours run slow?",
};

const form = (token: string, more: Record<string, string> = {}) =>
  new URLSearchParams({ ...typed, [trapField]: "", ...more, token });

/** A form that was opened ten seconds ago. */
function readyForm({ contact, clock }: ReturnType<typeof open>, more?: Record<string, string>) {
  const token = contact.newToken();
  clock.now += 10 * second;
  return form(token, more);
}

test("a message is stored as it was typed, and then the owner is told of it", async () => {
  const desk = open();
  const text = "Good evening,\r\n\r\n\tdoes yours run slow? \u{1F570}\u0007";
  const sent = await desk.contact.receive(readyForm(desk, { message: text }), "10.0.0.1");
  expect(sent.answer).toEqual({ sent: true });
  const [stored, ...others] = await inbox();
  expect(others).toEqual([]);
  expect(stored).toEqual({
    ...typed,
    message: "Good evening,\n\n\tdoes yours run slow? \u{1F570}",
    id: expect.stringMatching(/^[0-9a-z]{29}$/) as string,
    createdAt: "2026-11-22T13:03:10.000Z",
    read: false,
    flagged: "",
  });
  expect(desk.told).toEqual([stored]);
  const raw = await site.serverBackend.getDocument(`inbox/${stored!.id}`);
  expect(JSON.stringify(raw)).not.toContain("10.0.0.1");
  expect(JSON.stringify(desk.entries)).not.toContain("ann@example.com");
});

test("faults stand at their fields, and everything comes back as it was typed", async () => {
  const desk = open();
  const wrong = { name: " \u200b ", email: "ann@example", subject: "x".repeat(151), message: "" };
  const { answer, typed: back } = await desk.contact.receive(readyForm(desk, wrong), "10.0.0.1");
  expect(answer).toMatchObject({
    sent: false,
    status: 400,
    problems: {
      name: "Enter your name.",
      email: "This is not an e-mail address.",
      subject: "Shorten this to 150 characters; it has 151.",
      message: "Write a message.",
    },
  });
  expect(back).toEqual({ ...wrong, name: "\u200b" });
  const long = readyForm(desk, { message: "y".repeat(5001) });
  expect((await desk.contact.receive(long, "10.0.0.1")).answer).toMatchObject({
    problems: { message: "Shorten this to 5,000 characters; it has 5,001." },
  });
  expect(await inbox()).toEqual([]);
  // The same form is good for the next try, at once.
  const again = form(long.get("token")!);
  expect((await desk.contact.receive(again, "10.0.0.1")).answer).toEqual({ sent: true });
});

test.each(["name", "email", "subject"])(
  "what would be another header of a mail is refused in %s",
  async (field) => {
    const desk = open();
    for (const text of [
      "a@b.example\r\nBcc: all@example.com",
      "a@b.example\nX: y",
      "a@b.example\u2028X: y",
    ]) {
      // oxlint-disable-next-line no-await-in-loop
      const { answer } = await desk.contact.receive(readyForm(desk, { [field]: text }), "10.0.0.1");
      expect(answer).toMatchObject({
        sent: false,
        problems: { [field]: "Write this on one line." },
      });
    }
    expect([await inbox(), desk.told]).toEqual([[], []]);
  },
);

test("what is sent faster than anybody types comes back, and the same form is taken later", async () => {
  const { contact, clock } = open();
  const token = contact.newToken();
  clock.now += 2.9 * second;
  const early = await contact.receive(form(token), "10.0.0.1");
  expect(early).toMatchObject({
    answer: {
      sent: false,
      status: 400,
      token,
      notice: expect.stringContaining("faster") as string,
    },
    typed,
  });
  clock.now += 0.1 * second;
  expect((await contact.receive(form(token), "10.0.0.1")).answer).toEqual({ sent: true });
});

test("a form that is old, made up or from another process comes back with a new token that is taken", async () => {
  const desk = open();
  const { contact, clock } = desk;
  const old = contact.newToken();
  clock.now += 24 * hour + 1;
  const changed = contact.newToken().replace(/^./, (first) => (first === "A" ? "B" : "A"));
  const foreign = open().contact.newToken();
  for (const token of [old, changed, foreign, "", "x".repeat(43), "../../etc"]) {
    // oxlint-disable-next-line no-await-in-loop
    const { answer } = await contact.receive(form(token), "10.0.0.1");
    expect(answer).toMatchObject({ sent: false, status: 400, problems: {} });
    const next = answer.sent ? "" : answer.token;
    expect(next).not.toBe(token);
    clock.now += 3 * second;
    // oxlint-disable-next-line no-await-in-loop
    expect((await contact.receive(form(next), `10.0.1.${clock.now % 256}`)).answer).toEqual({
      sent: true,
    });
    clock.now += hour;
  }
});

test("processes that share a secret take each other's forms", async () => {
  const [one, two] = [open({ secret: "shared" }), open({ secret: "shared" })];
  two.clock.now += 5 * second;
  const { answer } = await two.contact.receive(form(one.contact.newToken()), "10.0.0.1");
  expect(answer).toEqual({ sent: true });
  const sent = readyForm(one);
  two.clock.now = one.clock.now;
  const both = await Promise.all(
    [one, two].map(({ contact }) => contact.receive(sent, "10.0.0.1")),
  );
  for (const each of both) expect(each.answer).toEqual({ sent: true });
  expect(await inbox()).toHaveLength(2);
  expect(one.told.length + two.told.length).toBe(2);
});

test("a double click and a reload store one message, also while the first is under way", async () => {
  const desk = open();
  const sent = readyForm(desk);
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => desk.contact.receive(sent, "10.0.0.1")),
  );
  answers.push(await desk.contact.receive(sent, "10.0.0.1"));
  for (const { answer } of answers) expect(answer).toEqual({ sent: true });
  expect(await inbox()).toHaveLength(1);
  expect(desk.told).toHaveLength(1);
  // They counted as one.
  for (const client of ["10.0.0.1", "10.0.0.1"]) {
    // oxlint-disable-next-line no-await-in-loop
    expect((await desk.contact.receive(readyForm(desk), client)).answer.sent).toBe(true);
  }
});

test("another message by a form that was used is not lost, and not taken for the first", async () => {
  const desk = open();
  const first = readyForm(desk);
  await desk.contact.receive(first, "10.0.0.1");
  const second_ = form(first.get("token")!, { message: "And one thing more." });
  const { answer, typed: back } = await desk.contact.receive(second_, "10.0.0.1");
  expect(answer).toMatchObject({ sent: false, status: 400 });
  expect(back.message).toBe("And one thing more.");
  desk.clock.now += 4 * second;
  const next = form(answer.sent ? "" : answer.token, { message: back.message });
  expect((await desk.contact.receive(next, "10.0.0.1")).answer.sent).toBe(true);
  expect((await inbox()).map(({ message }) => message)).toEqual([typed.message, back.message]);
});

test("a program that fills in the hidden field is told that all is well, and nothing is stored", async () => {
  const desk = open();
  for (const more of [{}, { email: "no address" }]) {
    // oxlint-disable-next-line no-await-in-loop
    const { answer } = await desk.contact.receive(
      form("no token", { ...more, [trapField]: "https://spam.example" }),
      "10.0.0.1",
    );
    expect(answer).toEqual({ sent: true });
  }
  expect([await inbox(), desk.told]).toEqual([[], []]);
  expect(desk.entries.map(({ count }) => count)).toEqual([1, 2]);
});

test("a network may send three at once and ten an hour, all of an IPv6 /48 together", async () => {
  const desk = open();
  const sendFrom = async (client: string) =>
    (await desk.contact.receive(readyForm(desk), client)).answer;
  for (let at = 0; at < 3; at += 1) {
    // oxlint-disable-next-line no-await-in-loop
    expect((await sendFrom(`2001:db8::${at}`)).sent).toBe(true);
  }
  const refused = await sendFrom("2001:db8::ffff");
  expect(refused).toMatchObject({ sent: false, status: 429, problems: {} });
  const { retryAfterS = 0, notice } = refused as { retryAfterS?: number; notice?: string };
  expect(retryAfterS).toBeGreaterThan(250);
  expect(notice).toBe("Too many messages have come in. Try again in 6 minutes.");
  expect((await sendFrom("2001:db8:0:1::1")).sent).toBe(false);
  expect((await sendFrom("2001:db8:1::1")).sent).toBe(true);
  desk.clock.now += retryAfterS * second;
  expect((await sendFrom("2001:db8::1")).sent).toBe(true);
});

test("many messages close the form for nobody: after a hundred a day they are flagged and not mailed", async () => {
  const desk = open();
  const tokens = Array.from({ length: 102 }, () => desk.contact.newToken());
  desk.clock.now += 5 * second;
  const answers = await Promise.all(
    tokens.map((one, at) => desk.contact.receive(form(one), `10.1.0.${at}`)),
  );
  expect(answers.every(({ answer }) => answer.sent)).toBe(true);
  const all = await inbox();
  expect(all).toHaveLength(102);
  expect(all.filter(({ flagged }) => flagged === "one of very many that day")).toHaveLength(2);
  expect(desk.told).toHaveLength(100);
});

test("what looks like advertising is flagged, stored and told", async () => {
  const desk = open();
  const links = (count: number) =>
    Array.from({ length: count }, (_, at) => `https://x${at}.example/`);
  for (const [message, flagged] of [
    ["https://spam.example\n www.spam.example ", "only links"],
    [`See ${links(4).join(" and ")}`, "many links"],
    [`See ${links(3).join(" and ")}`, ""],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop
    await desk.contact.receive(readyForm(desk, { message }), `10.2.0.${flagged.length}`);
    expect(desk.told.at(-1)).toMatchObject({ flagged });
  }
  expect(await inbox()).toHaveLength(3);
});

test("a full inbox makes room by spam and then by what is read, and never by the rest", async () => {
  const desk = open({ maxMessages: 4 });
  let client = 0;
  const send = async (message: string) => {
    client += 1;
    return (await desk.contact.receive(readyForm(desk, { message }), `10.3.0.${client}`)).answer;
  };
  for (const message of ["one", "https://spam.example", "three", "four"]) {
    // oxlint-disable-next-line no-await-in-loop
    expect((await send(message)).sent).toBe(true);
  }
  await markMessage(site.serverBackend, (await inbox())[2]!.id, true);
  expect((await send("five")).sent).toBe(true);
  expect((await inbox()).map(({ message }) => message)).toEqual(["one", "four", "five"]);
  expect((await send("six")).sent).toBe(true);
  expect(await send("seven")).toMatchObject({ sent: false, status: 503 });
  expect(desk.entries.filter(({ level }) => level === 50).map(({ msg }) => msg)).toEqual([
    "the inbox is full",
  ]);
  await deleteMessages(site.serverBackend, [(await inbox())[0]!.id]);
  // A clock that is put back keeps nobody out.
  desk.clock.now -= 3600 * second;
  expect((await send("eight")).sent).toBe(true);
  expect((await inbox()).map(({ message }) => message)).toEqual(["eight", "four", "five", "six"]);
});

test("room is made by what lies in Spam, the oldest first, before anything that was taken out of it", async () => {
  const desk = open({ maxMessages: 4 });
  let client = 0;
  const send = async (message: string) => {
    client += 1;
    return (await desk.contact.receive(readyForm(desk, { message }), `10.4.0.${client}`)).answer;
  };
  for (const message of ["https://rescued.example", "put there", "https://spam.example", "kept"]) {
    // oxlint-disable-next-line no-await-in-loop -- in this order
    expect((await send(message)).sent).toBe(true);
  }
  const ids = (await inbox()).map(({ id }) => id);
  const move = (id: string, folder: InboxFolder) =>
    changeInbox(site.serverBackend, {
      ids: [id],
      act: { do: "move", folder },
      at: new Date(desk.clock.now),
    });
  await move(ids[0]!, "inbox");
  await move(ids[1]!, "spam");
  const texts = async () => (await inbox()).map(({ message }) => message);
  // Both in Spam go, although nobody has read them; what was rescued stays, although it is older.
  expect((await send("five")).sent).toBe(true);
  expect(await texts()).toEqual(["https://rescued.example", "kept", "five"]);
  await markMessage(site.serverBackend, ids[3]!, true);
  expect((await send("six")).sent).toBe(true);
  expect((await send("seven")).sent).toBe(true);
  expect(await texts()).toEqual(["https://rescued.example", "five", "six", "seven"]);
});

test("when nothing can be stored the visitor keeps what was typed, and can send it again", async () => {
  let down = true;
  const { serverBackend } = site;
  const desk = open({
    backend: {
      ...serverBackend,
      commit: async (writes) => {
        if (down) throw new BackendError("UNAVAILABLE", "The disk is full.");
        await serverBackend.commit(writes);
      },
    },
  });
  const sent = readyForm(desk);
  const failed = await desk.contact.receive(sent, "10.0.0.1");
  expect(failed).toMatchObject({ answer: { sent: false, status: 503 }, typed });
  expect(JSON.stringify(failed)).not.toContain("disk");
  expect(desk.entries.at(-1)).toMatchObject({ level: 50, msg: "a message could not be stored" });
  down = false;
  expect((await desk.contact.receive(sent, "10.0.0.1")).answer.sent).toBe(true);
  expect(await inbox()).toHaveLength(1);
});

test("a mail that fails costs neither the message nor the visitor's answer", async () => {
  const desk = open({ notify: () => Promise.reject(new Error("no outbox")) });
  expect((await desk.contact.receive(readyForm(desk), "10.0.0.1")).answer.sent).toBe(true);
  await desk.contact.close();
  expect(await inbox()).toHaveLength(1);
  expect(desk.entries.at(-1)).toMatchObject({ level: 50 });
});

test("whatever a program sends is answered with a refusal, at once, and stored nowhere", async () => {
  const { contact } = open();
  const random = seededRandom(1);
  const pieces = [
    "%",
    "&",
    "=",
    "+",
    "\0",
    "\uD800",
    "\u202E",
    "\r\n",
    "@",
    ".",
    "www.",
    "https://",
  ];
  const names = ["name", "email", "subject", "message", "token", "constructor", "__proto__", ""];
  for (let round = 0; round < 1500; round += 1) {
    const pairs = Array.from({ length: random.below(8) }, () => {
      const times = random.below(10) === 0 ? 15_000 : random.below(300);
      return [random.pick(names), random.pick(pieces).repeat(times)];
    });
    // oxlint-disable-next-line no-await-in-loop
    const { answer } = await contact.receive(
      new URLSearchParams(pairs),
      `10.0.${random.below(200)}.1`,
    );
    expect(answer).toMatchObject({ sent: false, status: 400 });
  }
  expect(await inbox()).toEqual([]);
});
