/** The npm package `firebase-server` on a port of its own. Argument: the folder where it is installed. */
import { createRequire } from "node:module";
import { join } from "node:path";

type Server = { getPort(): number };
type ServerConstructor = new (options: { port: number; address: string }) => Server;

const load = createRequire(join(process.argv[2] as string, "package.json"));
const FirebaseServer = load("firebase-server") as ServerConstructor;
const server = new FirebaseServer({ port: 0, address: "127.0.0.1" });
// Once it listens the port is known.
setImmediate(() => process.send?.({ port: server.getPort() }));
// Whoever measures is gone.
process.on("disconnect", () => process.exit(1));
process.on("SIGTERM", () => process.exit(0));
