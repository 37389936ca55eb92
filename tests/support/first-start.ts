/**
 * Starts the server and ends it in peace: only then are its files kept as compiled code. Servers of most tests are killed
 * and would each compile all of them anew.
 */
import { startFoyer } from "./foyer-process.ts";

await using site = await startFoyer();
await site.stop();
