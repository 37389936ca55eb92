/** Holds the lock of a folder until it is killed or its parent ends. Nothing keeps the lock object. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { lockDataFolder } from "../index.ts";

lockDataFolder(process.argv[2] as string);
// A lock must outlive a collection of what nobody refers to.
setFlagsFromString("--expose-gc");
(runInNewContext("gc") as () => void)();
process.on("disconnect", () => process.exit());
setTimeout(() => process.send?.("held"), 20);
