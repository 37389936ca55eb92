import { expect, test } from "vitest";
import { openSite } from "../../tests/support/site.ts";
import { createBudget, usedBy, usedOf } from "./budget.ts";

const day = "2026-03-01";
const most = { ofUser: 5, ofSite: 20 };

test("what is reserved counts; settled or said again it counts once", async () => {
  await using site = await openSite();
  const budget = createBudget({ backend: site.serverBackend });
  const of = { day, id: "a", uid: "ann", amount: 4 };
  expect(await budget.reserve(of, most)).toBe("done");
  expect(await budget.reserve(of, most)).toBe("done");
  expect(await budget.reserve({ ...of, id: "b", amount: 2 }, most)).toBe("user-cap");
  expect(await budget.reserve({ ...of, id: "b", uid: "ben" }, { ...most, ofSite: 7 })).toBe(
    "site-budget",
  );
  expect(usedBy(await budget.read(day), "ann")).toBe(4);
  await budget.settle({ day, id: "a", spent: 1 });
  await budget.settle({ day, id: "a", spent: 1 });
  await budget.settle({ day, id: "unknown", spent: 9 });
  const found = await budget.read(day);
  expect([found.spent, usedOf(found), usedBy(found, "ann"), found.reserved.size]).toEqual([
    1, 1, 1, 0,
  ]);
});

test("of sixty reservations at once by two copies of the server as many hold as the day has", async () => {
  await using site = await openSite();
  const copies = [0, 1].map(() => createBudget({ backend: site.serverBackend }));
  const said = await Promise.all(
    Array.from({ length: 60 }, (_, n) =>
      copies[n % 2]!.reserve({ day, id: `run${n}`, uid: `uid${n % 10}`, amount: 1 }, most),
    ),
  );
  expect(said.filter((one) => one === "done")).toHaveLength(20);
  await Promise.all(
    Array.from({ length: 60 }, (_, n) => copies[n % 2]!.settle({ day, id: `run${n}`, spent: 1 })),
  );
  const found = await copies[0]!.read(day);
  expect([found.spent, found.reserved.size]).toEqual([20, 0]);
});
