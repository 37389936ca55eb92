/** A board, `plan` unless it is called otherwise, and browsers of its members. */
import type { Role } from "#lib/boards/roles.ts";
import { TestBrowser, TestTime } from "../../outbox/testing/browser.ts";
import { boardConfig } from "../../boards.ts";
import type { Change, Records } from "../records.ts";
import { BoardServer } from "./board-server.ts";
import { Devices, type OpenTab } from "./devices.ts";

/** @param limit how many cards may stand in it; 0: any number */
export const column = (id: string, limit = 0): Change[] =>
  Object.entries({ name: { v: id }, order: { v: id }, limit: { v: limit } }).map(
    ([register, value]) => ({ kind: "columns", id, register, value, isNew: true as const }),
  );
export const card = (id: string, title: string, place: string): Change[] => [
  { kind: "cards", id, register: "title", value: { v: title }, isNew: true },
  { kind: "cards", id, register: "place", value: placeIn(place), isNew: true },
];
export const placeIn = (id: string) => ({ column: id, order: "a", by: "somebody" });
export const moved = (id: string, to: string): Change[] => [
  { kind: "cards", id, register: "place", value: placeIn(to) },
];
export const written = (id: string, register: string, v: string): Change[] => [
  { kind: "cards", id, register, value: { v } },
];
export const shownAs = (records: Records, id: string) => {
  const { title, place } = records.item("cards", id)?.registers ?? {};
  return title && place ? `${title.value["v"]} in ${place.value["column"]}` : undefined;
};

/** @param beside another board, whose members' browsers these are, too */
export function openBoardDevices(
  members: Readonly<Record<string, Role>>,
  board = "plan",
  beside?: { time: TestTime; browserOf: (uid: string) => TestBrowser },
) {
  const time = beside?.time ?? new TestTime();
  const server = new BoardServer(Devices.serverTime(time), board, members);
  const stored = (path: string) => server.value(`boards/${board}/${path}`);
  const browsers = new Map<string, TestBrowser>();
  /** Each has one browser. */
  const browserOf = (uid: string): TestBrowser => {
    const browser = beside?.browserOf(uid) ?? browsers.get(uid) ?? new TestBrowser(time, uid);
    browsers.set(uid, browser);
    return browser;
  };
  const devicesOf = (uid: string) => {
    const devices = new Devices(server, boardConfig(board), uid);
    const browser = browserOf(uid);
    const open = (on?: Parameters<Devices["open"]>[1]): Promise<OpenTab> =>
      devices.open(browser, on);
    return { devices, browser, open };
  };
  return { time, server, stored, browserOf, devicesOf };
}
