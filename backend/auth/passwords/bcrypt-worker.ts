/** The body of the thread that compares passwords with bcrypt hashes, one after the other. */
import { type MessagePort, parentPort } from "node:worker_threads";
import { compareSync } from "bcryptjs";
import type { BcryptAnswer, BcryptQuestion } from "./bcrypt-thread.ts";

const port = parentPort as MessagePort;

port.on("message", ({ id, password, text }: BcryptQuestion) => {
  port.postMessage({ id, isRight: compareSync(password, text) } satisfies BcryptAnswer);
});
