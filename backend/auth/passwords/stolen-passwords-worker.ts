/**
 * The body of a thread that makes the table of stolen passwords and ends: the list takes many times the memory of the
 * table, and reading it would hold the event loop.
 */
import { type MessagePort, parentPort } from "node:worker_threads";
import { dictionary } from "@zxcvbn-ts/language-common";
import { fingerprint } from "./fingerprint.ts";

const table = Float64Array.from(dictionary["passwords-common"], fingerprint).toSorted();
(parentPort as MessagePort).postMessage(table, [table.buffer]);
