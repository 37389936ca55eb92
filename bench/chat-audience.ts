/** A room of chat with as many members who listen, and ten more who write in turn: no account writes too often. */
import { asVisitor, openDatabaseSocket } from "./database-socket.ts";

const writers = 10;
const atOnce = 10;
const tries = 50;

type Account = { idToken: string; localId: string; email: string };

export async function openChat(deps: {
  port: number;
  count: number;
  newRecord: (account: Account) => object;
  arrive: (payload: Buffer) => void;
  fail: (error: unknown) => void;
}): Promise<{ listeners: number; write: (round: number) => void }> {
  const { port, count, newRecord, arrive, fail } = deps;
  const origin = `http://localhost:${port}`;

  async function post(path: string, body: object, from = 0, idToken?: string): Promise<Response> {
    const headers = {
      ...asVisitor(from),
      ...(idToken !== undefined && { authorization: `Bearer ${idToken}` }),
    };
    return fetch(`${origin}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  }

  async function person(index: number) {
    const email = `bench${index}@example.com`;
    const path = "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=bench";
    const asked = { email, password: "bench bench", returnSecureToken: true };
    const answer = await post(path, asked, index);
    if (!answer.ok) throw new Error(await answer.text());
    const account = { ...((await answer.json()) as Account), email };
    const headers = asVisitor(index);
    const socket = await openDatabaseSocket({ port, namespace: "foyer", headers });
    await socket.request("auth", { cred: account.idToken });
    await socket.request("p", { p: `users/${account.localId}`, d: newRecord(account) });
    return { account, socket };
  }

  const people: Awaited<ReturnType<typeof person>>[] = [];
  for (let from = 0; from < count + writers; from += atOnce) {
    const some = Array.from({ length: atOnce }, (_, at) => from + at);
    // oxlint-disable-next-line no-await-in-loop -- not all at once is the point
    people.push(...(await Promise.all(some.map(person))));
  }
  const owner = people[0]?.account ?? failed("Nobody is there.");
  const asked = { kind: "private", name: "Bench", topic: "" };
  const made = await post("/api/chat", asked, 0, owner.idToken);
  const { room } = (await made.json()) as { room: string };
  const act = (by: Account, sent: object) => post(`/api/chat/${room}/acts`, sent, 0, by.idToken);
  const others = people.slice(1).map(({ account }) => account);
  // Nobody brings a hundred in within an hour: the second half comes by one of the first.
  const half = Math.ceil(others.length / 2);
  const second = others[0] ?? failed("Nobody else is there.");
  for (const [by, some] of [
    [owner, others.slice(0, half)],
    [second, others.slice(half)],
  ] as const) {
    const uids = some.map(({ localId }) => localId);
    // oxlint-disable no-await-in-loop -- one after the other
    for (let from = 0; from < uids.length; from += 50) {
      for (let round = 0; ; round += 1) {
        // Profiles follow records a moment later.
        const added = await act(by, { act: "add", uids: uids.slice(from, from + 50) });
        if (added.status === 204) break;
        if (round === tries) failed(await added.text());
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    }
    const raised = await act(owner, { act: "role", uid: second.localId, role: "owner" });
    if (raised.status !== 204) failed(await raised.text());
    // oxlint-enable no-await-in-loop
  }
  const place = `chat/${room}/messages`;
  for (const { socket } of people.slice(0, count)) {
    // oxlint-disable-next-line no-await-in-loop -- once each
    await socket.request("q", { p: place, h: "", q: { sp: "m000000001", i: ".key" }, t: 1 });
    socket.onFrame((payload) => {
      if (payload.includes('"by"')) arrive(payload);
    });
  }
  const senders = people.slice(count);

  async function write(round: number): Promise<void> {
    const index = round % senders.length;
    const { account } = senders[index] ?? failed("Nobody writes.");
    const id = String(round).padStart(20, "0");
    const message = { id, text: `Message ${round} of the bench` };
    const path = `/api/chat/${room}/messages`;
    const answer = await post(path, message, count + index, account.idToken);
    if (answer.status !== 201) throw new Error(await answer.text());
  }

  return {
    listeners: count,
    write: (round) => {
      write(round).catch(fail);
    },
  };
}

function failed(text: string): never {
  throw new Error(text);
}
