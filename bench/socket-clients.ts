/** Opens COUNT sockets to the server at PORT, each signed in and listening, says `ready` and keeps them open. */
import { WebSocket } from "ws";

const [port, count] = process.argv.slice(2).map(Number) as [number, number];
const atOnce = 50;

type Account = { idToken: string; localId: string };

const response = await fetch(
  `http://localhost:${port}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=bench`,
  {
    method: "POST",
    body: JSON.stringify({
      email: "bench@example.com",
      password: "bench bench",
      returnSecureToken: true,
    }),
  },
);
if (!response.ok) throw new Error(await response.text());
const account = (await response.json()) as Account;

for (let opened = 0; opened < count; opened += atOnce) {
  const group = Array.from({ length: Math.min(atOnce, count - opened) }, (_, index) =>
    listen(opened + index),
  );
  await Promise.all(group);
}
console.log("ready");

function listen(index: number): Promise<void> {
  // As many visitors: sockets are limited for each address.
  const headers = { "x-forwarded-for": `10.0.${index >> 8}.${index & 255}` };
  const socket = new WebSocket(`ws://localhost:${port}/.ws?v=5&ns=foyer`, { headers });
  const requests = [
    ["auth", { cred: account.idToken }],
    ["q", { p: `/users/${account.localId}`, h: "" }],
  ];
  return new Promise((resolve, reject) => {
    socket.once("error", reject);
    socket.once("close", () => reject(new Error("A socket was closed.")));
    socket.on("message", (text: Buffer) => {
      const { t, d } = JSON.parse(text.toString()) as {
        t: string;
        d: { r?: number; b?: { s: string } };
      };
      if (t === "c") {
        requests.forEach(([a, b], r) =>
          socket.send(JSON.stringify({ t: "d", d: { r: r + 1, a, b } })),
        );
      }
      if (d.r === undefined) return;
      if (d.b?.s !== "ok") reject(new Error(text.toString()));
      else if (d.r === requests.length) resolve();
    });
  });
}
