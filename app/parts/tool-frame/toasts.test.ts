import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  closeAllToasts,
  closeToast,
  currentToasts,
  followedBy,
  holdToasts,
  letToastsGo,
  offerUndo,
  PartlyUndone,
  tell,
  tellProblem,
  tellRefusal,
  tryAgain,
  undoToast,
  onUndone,
} from "./toasts.ts";

const texts = () => currentToasts().map(({ text }) => text);

beforeEach(() => vi.useFakeTimers());

afterEach(() => {
  for (const { id } of currentToasts()) closeToast(id);
  vi.useRealTimers();
});

test("what is said goes by itself, a problem stays until it is closed", () => {
  tell("Saved.");
  tellProblem("The role was not changed.");
  vi.advanceTimersByTime(60_000);
  expect(texts()).toEqual(["The role was not changed."]);
});

test("why nothing was done is said once, until something else is said or it was there long enough", () => {
  tellProblem("It could not be saved.");
  tellRefusal("There is room for 2 more.");
  tellRefusal("There is room for 1 more.");
  tellRefusal(undefined);
  expect(texts()).toEqual(["It could not be saved.", "There is room for 1 more."]);
  tell("Added.");
  expect(texts()).toEqual(["It could not be saved.", "Added."]);
  tellRefusal("There is no room.");
  vi.advanceTimersByTime(12_000);
  expect(texts()).toEqual(["It could not be saved."]);
});

test("nothing goes while somebody is at it, and all of it afterwards", () => {
  offerUndo({ text: "3 users disabled.", undo: async () => {} });
  holdToasts();
  vi.advanceTimersByTime(60_000);
  expect(texts()).toEqual(["3 users disabled."]);
  letToastsGo();
  vi.advanceTimersByTime(60_000);
  expect(texts()).toEqual([]);
});

test("undo takes back the last thing that is offered, once, and says when that failed", async () => {
  const undone: string[] = [];
  offerUndo({ text: "First", undo: async () => void undone.push("first") });
  offerUndo({
    text: "Second",
    undo: () => Promise.reject(new Error("She was deleted meanwhile.")),
  });
  expect(undoToast()).toBe(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(texts()).toContain("It was not undone: She was deleted meanwhile.");
  expect(undoToast()).toBe(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(undone).toEqual(["first"]);
  expect(undoToast()).toBe(false);
});

test("what follows an undo follows what undoes its rest, too, and what failed", async () => {
  const steps: string[] = [];
  const follow = async () => void steps.push("follow");
  const rest = async () => void steps.push("rest");
  const undo = () => Promise.reject(new PartlyUndone("Half of it.", rest));
  offerUndo({ text: "Hidden.", undo: () => followedBy(undo, follow) });
  undoToast();
  await vi.advanceTimersByTimeAsync(0);
  tryAgain(currentToasts().find(({ text }) => text === "Half of it.")!.id);
  await vi.advanceTimersByTimeAsync(0);
  expect(steps).toEqual(["follow", "rest", "follow"]);
});

test("all of it goes when somebody else comes", () => {
  tellProblem("Atlas was not published.", () => {});
  offerUndo({ text: "Atlas is hidden.", undo: async () => {} });
  closeAllToasts();
  expect([texts(), undoToast()]).toEqual([[], false]);
});

test("nor is the next one told what becomes of an undo, or offered the rest of it", async () => {
  const slow = Promise.withResolvers<void>();
  const rest = async () => {};
  offerUndo({ text: "Atlas is hidden.", undo: () => slow.promise });
  undoToast();
  offerUndo({
    text: "Rye is hidden.",
    undo: async () => {
      await slow.promise;
      throw new PartlyUndone("Half of it.", rest);
    },
  });
  undoToast();
  closeAllToasts();
  slow.resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(texts()).toEqual([]);
});

test("an undo says what became of it, and what is left of it can be tried again", async () => {
  const rest = async () => "All three are back.";
  offerUndo({
    text: "3 projects deleted.",
    undo: () => Promise.reject(new PartlyUndone("Two are still in the trash.", rest)),
  });
  undoToast();
  await vi.advanceTimersByTimeAsync(0);
  expect(texts()).toEqual(["Two are still in the trash."]);
  tryAgain(currentToasts()[0]!.id);
  await vi.advanceTimersByTimeAsync(0);
  expect(texts()).toEqual(["All three are back."]);
});

test("never more than two cover the page", () => {
  for (const text of ["1", "2", "3", "4"]) tell(text);
  expect(texts()).toEqual(["3", "4"]);
});

test("a newer act takes away the way back from an older one on the same thing, and no other", () => {
  const undo = async () => {};
  offerUndo({ text: "Grace and Ada are editors", undo, about: ["grace", "ada"] });
  offerUndo({ text: "Linus is disabled", undo, about: ["linus"] });
  tell("Grace is enabled", ["grace"]);
  expect(texts()).toEqual(["Linus is disabled", "Grace is enabled"]);
});

test("the same problem is said once, and nothing to say by nothing", () => {
  tellProblem("Offline.");
  tellProblem("Offline.");
  tellProblem(undefined);
  expect(texts()).toEqual(["Offline."]);
});

test("a problem is not pushed away by what is said after it", () => {
  tellProblem("Not saved.");
  for (const text of ["1", "2", "3", "4"]) tell(text);
  expect(texts()).toEqual(["Not saved.", "4"]);
});

test("nor by a way back or another problem", () => {
  const undo = async () => {};
  tellProblem("Not saved.");
  tellProblem("Not sent.");
  tellProblem("Not published.");
  offerUndo({ text: "Grace is an editor", undo });
  offerUndo({ text: "Linus is disabled", undo });
  expect(texts()).toEqual(["Not saved.", "Not sent.", "Not published.", "Linus is disabled"]);
});

test("whoever shows what was taken back hears of it, also when it failed, until they are gone", async () => {
  let heard = 0;
  const stop = onUndone(() => {
    heard += 1;
  });
  offerUndo({ text: "Merged", undo: async () => {} });
  undoToast();
  await vi.advanceTimersByTimeAsync(0);
  expect(heard).toBe(1);
  offerUndo({ text: "Merged", undo: () => Promise.reject(new Error("Offline.")) });
  undoToast();
  await vi.advanceTimersByTimeAsync(0);
  expect(heard).toBe(2);
  stop();
  offerUndo({ text: "Merged", undo: async () => {} });
  undoToast();
  await vi.advanceTimersByTimeAsync(0);
  expect(heard).toBe(2);
});
