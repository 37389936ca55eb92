/** Starts the server as server/main.ts does, but its way to Firebase leads to the stand-in on the port of its argument. */
import { run } from "../../server/run.ts";
import { fetchFromStandIn } from "./firebase-stand-in.ts";

await run(fetchFromStandIn(Number(process.argv[2])));
