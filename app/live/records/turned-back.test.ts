import { expect, test } from "vitest";
import {
  card,
  column,
  moved,
  openBoardDevices,
  placeIn,
  shownAs,
  written,
} from "./testing/board-devices.ts";

const isFull = expect.stringContaining("is full");

/** `doing` takes one card, which is there. */
async function openFull() {
  const { time, server, stored, devicesOf } = openBoardDevices({ ann: "owner", ben: "member" });
  const ann = devicesOf("ann");
  const { records, outbox, kill } = await ann.open();
  await time.pass(1000);
  void records.change([...column("todo"), ...column("doing", 1), ...column("done")]);
  void records.change([...card("a", "Roof", "doing"), ...card("b", "Wall", "todo")]);
  await time.pass(3000);
  expect([stored("cards/a/title/v"), records.sync()]).toEqual(["Roof", "saved"]);
  return { time, server, stored, devicesOf, ann, records, outbox, kill };
}

test("a card that does not fit jumps back, and its move is kept with the server's sentence", async () => {
  const { time, records, stored } = await openFull();
  void records.change([...moved("b", "doing"), ...written("b", "title", "Wall, east")]);
  expect(shownAs(records, "b")).toBe("Wall, east in doing");
  await time.pass(3000);
  expect(shownAs(records, "b")).toBe("Wall, east in todo");
  expect(stored("cards/b/title/v")).toBe("Wall, east");
  expect(records.refused()).toMatchObject([
    { kind: "cards", id: "b", text: isFull, isTurnedBack: true, changes: [{ register: "place" }] },
  ]);
  expect(records.sync()).toBe("saved");
});

test("who listens is told of what was turned back", async () => {
  const { time, records } = await openFull();
  const counts: number[] = [];
  records.subscribe(() => counts.push(records.refused().length));
  void records.change(moved("b", "doing"));
  await time.pass(3000);
  expect(counts.at(-1)).toBe(1);
  records.refused()[0]!.letGo();
  await time.pass(100);
  expect(counts.at(-1)).toBe(0);
});

test("the next change of the card goes its own way, and a newer place takes the place of the one that was turned back", async () => {
  const { time, records, stored } = await openFull();
  void records.change([...moved("b", "doing"), ...written("b", "labels", "x")]);
  await time.pass(3000);
  void records.change(written("b", "title", "East wall"));
  await time.pass(3000);
  expect([stored("cards/b/title/v"), records.refused()]).toMatchObject(["East wall", [{}]]);
  void records.change(moved("b", "done"));
  expect(shownAs(records, "b")).toBe("East wall in done");
  await time.pass(3000);
  expect([stored("cards/b/place/column"), records.refused()]).toEqual(["done", []]);
});

test("it is sent again when somebody asks for it, and is taken once there is room", async () => {
  const { time, records, stored } = await openFull();
  void records.change(moved("b", "doing"));
  await time.pass(3000);
  records.refused()[0]!.again();
  await time.pass(3000);
  expect(records.refused()).toMatchObject([{ id: "b", text: isFull }]);
  void records.change(moved("a", "done"));
  await time.pass(3000);
  records.refused()[0]!.again();
  await time.pass(3000);
  expect([stored("cards/b/place/column"), records.refused()]).toEqual(["doing", []]);
});

test("a new card that does not fit is only in its note, with all that was written into it, and can be put elsewhere", async () => {
  const { time, records, stored, ann } = await openFull();
  ann.browser.goOnline(false);
  void records.change(card("c", "Door", "doing"));
  await time.pass(3000);
  void records.change(written("c", "notes", "Oak."));
  await time.pass(3000);
  ann.browser.goOnline(true);
  await time.pass(10_000);
  expect([records.item("cards", "c"), stored("cards/c")]).toEqual([undefined, null]);
  const [refused, ...others] = records.refused();
  expect(others).toEqual([]);
  expect(refused).toMatchObject({ id: "c", text: isFull });
  expect(refused?.changes.map(({ register }) => register).toSorted()).toEqual([
    "notes",
    "place",
    "title",
  ]);
  refused?.put("place", placeIn("done"));
  await time.pass(3000);
  expect(shownAs(records, "c")).toBe("Door in done");
  expect([stored("cards/c/notes/v"), records.refused()]).toEqual(["Oak.", []]);
});

test("what was written into a new card while that was on its way is kept with it, where it does not fit", async () => {
  const { time, ann, kill } = await openFull();
  kill();
  let onSending = () => {};
  const { records } = await ann.open({
    fault: () => {
      onSending();
      return undefined;
    },
  });
  await time.pass(3000);
  onSending = () => {
    onSending = () => {};
    void records.change(written("c", "notes", "Oak."));
  };
  void records.change(card("c", "Door", "doing"));
  await time.pass(10_000);
  expect(records.refused()).toMatchObject([{ id: "c", text: isFull }]);
  expect(records.refused()[0]?.changes).toContainEqual({ register: "notes", value: { v: "Oak." } });
  expect(records.all("lost").size).toBe(0);
});

test("a card that is made anew does not wait for the one that was turned back", async () => {
  const { time, records, stored } = await openFull();
  void records.change(card("c", "Door", "doing"));
  await time.pass(3000);
  void records.change(card("c", "Door", "todo"));
  await time.pass(3000);
  expect([stored("cards/c/place/column"), records.refused()]).toEqual(["todo", []]);
});

test("of many cards for one last place the first ones go, and the others are kept", async () => {
  const { time, records, stored } = await openFull();
  void records.change(moved("a", "done"));
  await time.pass(3000);
  void records.change(["c", "d", "e"].flatMap((id) => card(id, `Card ${id}`, "doing")));
  await time.pass(5000);
  expect(stored("cards/c/place/column")).toBe("doing");
  expect(records.refused().map(({ id }) => id)).toEqual(["d", "e"]);
});

test("it outlives the tab, is sent by nobody, and other tabs show it in the same way", async () => {
  const { time, records, ann, kill, server } = await openFull();
  const other = await ann.open();
  await time.pass(1000);
  void records.change(moved("b", "doing"));
  await time.pass(3000);
  expect(shownAs(other.records, "b")).toBe("Wall in todo");
  kill();
  other.kill();
  const before = server.written.length;
  const third = await ann.open();
  await time.pass(60_000);
  expect(shownAs(third.records, "b")).toBe("Wall in todo");
  expect([third.records.refused(), third.records.sync()]).toMatchObject([[{ id: "b" }], "saved"]);
  expect(server.written).toHaveLength(before);
});

test("words that were turned back stay, whatever is written into the same place later", async () => {
  const { time, server, devicesOf } = await openFull();
  const ben = await devicesOf("ben").open();
  await time.pass(1000);
  server.setMember("ben", "viewer");
  void ben.records.change(written("b", "notes", "Brick."));
  await time.pass(5000);
  void ben.records.change(written("b", "notes", "Stone."));
  await time.pass(5000);
  expect(ben.records.refused().map(({ changes }) => changes[0]?.value["v"])).toEqual([
    "Brick.",
    "Stone.",
  ]);
  expect(shownAs(ben.records, "b")).toBe("Wall in todo");
  server.setMember("ben", "member");
  for (const refused of ben.records.refused()) refused.again();
  await time.pass(5000);
  const words = JSON.stringify(server.value("boards/plan"));
  expect([words.includes("Brick."), words.includes("Stone.")]).toEqual([true, true]);
  expect(ben.records.refused()).toEqual([]);
});

test("what would only put words beside others' is turned back with its words", async () => {
  const { time, server, records, devicesOf } = await openFull();
  const ben = devicesOf("ben");
  const one = await ben.open();
  await time.pass(1000);
  ben.browser.goOnline(false);
  void one.records.change(written("b", "notes", "Brick."));
  await time.pass(1000);
  void records.change(written("b", "notes", "Stone."));
  await time.pass(3000);
  server.setMember("ben", "viewer");
  ben.browser.goOnline(true);
  await time.pass(10_000);
  expect(one.records.refused()).toMatchObject([
    { id: "b", isTurnedBack: true, changes: [{ register: "notes", value: { v: "Brick." } }] },
  ]);
  expect(one.records.item("cards", "b")?.registers["notes"]?.value["v"]).toBe("Stone.");
});

test("two tabs that wrote different words at the same moment have both turned back", async () => {
  const { time, server, devicesOf } = await openFull();
  const ben = devicesOf("ben");
  const tabs = [await ben.open(), await ben.open()];
  await time.pass(1000);
  server.setMember("ben", "viewer");
  for (const [at, { records }] of tabs.entries()) {
    void records.change(written("b", "notes", `Brick ${at}.`));
  }
  await time.pass(10_000);
  const [{ records }] = tabs as [(typeof tabs)[number]];
  expect(records.refused().map(({ changes }) => changes[0]?.value["v"])).toEqual([
    "Brick 0.",
    "Brick 1.",
  ]);
  expect(records.sync()).toBe("saved");
});
