/** A process that leaves something behind and does not end: says so when it was acknowledged, and waits to be killed. */
import { openSqlite, silentLog } from "../../sqlite/index.ts";
import type { DatabaseOperations } from "../database-operations.ts";
import { createOnDisconnectPort } from "../on-disconnect-port.ts";
import { createOnDisconnect } from "../on-disconnect.ts";

const [path = "", databaseModule = "", rules = ""] = process.argv.slice(2);
const sqlite = await openSqlite<DatabaseOperations>({
  path,
  modules: [{ url: new URL(databaseModule), settings: { rules: { file: "rules", text: rules } } }],
});
const port = createOnDisconnectPort({ sqlite, clock: () => 1_000, announce: () => {} });
const ann = { uid: "ann", token: {} };
const connections = ["first", "second"].map((name) => createOnDisconnect(port, silentLog, name));
for (const [index, connection] of connections.entries()) {
  // oxlint-disable-next-line no-await-in-loop
  await connection.register(ann, [
    { path: ["seen", String(index)], value: { ".sv": "timestamp" } },
    { path: ["count"], value: { ".sv": { increment: 1 } } },
  ]);
}
process.stdout.write("left\n");
