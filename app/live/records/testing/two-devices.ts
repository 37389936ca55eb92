/** A task that is made and changed, and two browsers that show it. */
import { TestBrowser, TestTime } from "../../outbox/testing/browser.ts";
import { todos } from "../../todos.ts";
import type { Change, Records } from "../records.ts";
import { Devices } from "./devices.ts";
import { RecordsServer } from "./records-server.ts";

const place = { list: "", parent: "", order: "a0", column: "" };

export const making = (id: string, title: string): Change[] => [
  { kind: "tasks", id, register: "title", value: { v: title }, isNew: true },
  { kind: "tasks", id, register: "place", value: place, isNew: true },
];
export const retitled = (id: string, title: string): Change[] => [
  { kind: "tasks", id, register: "title", value: { v: title } },
];
export const titleOf = (records: Records, id: string) =>
  records.item("tasks", id)?.registers["title"]?.value["v"];

export function openDevices() {
  const time = new TestTime();
  const server = new RecordsServer(Devices.serverTime(time));
  const devices = new Devices(server, todos, "ann");
  const laptop = new TestBrowser(time, "laptop");
  const phone = new TestBrowser(time, "phone");
  const stored = (path: string) => server.value(`todos/ann/${path}`);
  return { time, server, devices, laptop, phone, stored };
}
