import { afterEach, beforeEach, expect, test } from "vitest";
import { draftPath } from "#lib/content/draft.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import { ann, ben, openDesk } from "../publishing/testing/open-desk.ts";
import { knownPlaces } from "./known-places.ts";
import { createVisits } from "./visits.ts";

type Desk = Awaited<ReturnType<typeof openDesk>>;
let desk: Desk;
let visits: ReturnType<typeof createVisits>;

beforeEach(async () => {
  desk = await openDesk();
  visits = createVisits(desk.acts);
});
afterEach(() => desk[Symbol.asyncDispose]());

const today = "2026-03-01";
const place = { name: "Da Nino", city: "Bologna", latitude: 44.494, longitude: 11.343 };
const wish = (fields: PlainFields = {}): PlainFields => ({
  title: "Da Nino",
  kind: "place",
  status: "want",
  priority: "high",
  place,
  tags: ["Pasta"],
  ...fields,
});

const fieldsOf = async (path: string) => (await desk.backend.getDocument(path))?.data;
const draftOf = async (kind: "foodPosts" | "foodWishlist", id: string) =>
  (await fieldsOf(draftPath(kind, id)))?.["fields"] as PlainFields | undefined;
const publish = (id: string, rev = 1) =>
  desk.acts.drafts.publish({ kind: "foodWishlist", id }, rev, ann);

test("a visit makes a draft of a post from what the wish knows, with a picture of its own, and the wish leads to it", async () => {
  const image = await desk.upload("foodWishlist", "nino", "door.jpg", "the door");
  await desk.draft("foodWishlist", "nino", wish({ image, notes: "Ask for the tagliatelle." }));
  await publish("nino");
  const { postId } = await visits.visit("nino", today, ben);

  const post = await draftOf("foodPosts", postId);
  expect(post).toMatchObject({ title: "Da Nino", place, tags: ["Pasta"], visitedOn: today });
  expect(post).toMatchObject({ dishes: [], cover: { alt: "the door", width: 60, height: 40 } });
  expect(await desk.names("drafts", "foodPosts", postId)).toHaveLength(1);
  expect(await fieldsOf("foodWishlist/nino")).toMatchObject({
    status: "visited",
    visitedOn: today,
    postId,
  });
  expect((await desk.backend.publicData()).foodWishlist).toMatchObject([{ status: "visited" }]);
  // It is ready to be published as it is, but for its words.
  await desk.acts.drafts.publish({ kind: "foodPosts", id: postId }, 1, ann);
  expect((await desk.backend.publicData()).foodPosts).toMatchObject([{ slug: "da-nino" }]);
  await visits.visit("nino", today, ann);
  expect((await desk.backend.publicData()).foodPosts).toHaveLength(1);
});

test("of a dish it is what was eaten, and a day that the wish knows counts before today", async () => {
  await desk.draft(
    "foodWishlist",
    "ramen",
    wish({ title: "Ramen", kind: "dish", visitedOn: "2026-02-14" }),
  );
  const { postId } = await visits.visit("ramen", today, ann);
  expect(await draftOf("foodPosts", postId)).toMatchObject({
    dishes: ["Ramen"],
    visitedOn: "2026-02-14",
  });
  expect(await draftOf("foodWishlist", "ramen")).toMatchObject({ status: "visited", postId });
});

test("two visits at once, and one more, make one post", async () => {
  await desk.draft("foodWishlist", "nino", wish());
  const other = createVisits(desk.reopen().acts);
  const all = await Promise.allSettled([
    visits.visit("nino", today, ann),
    other.visit("nino", today, ben),
    visits.visit("nino", today, ann),
  ]);
  const ids = new Set(all.map((one) => (one.status === "fulfilled" ? one.value.postId : "failed")));
  expect(ids.size).toBe(1);
  const drafts = await desk.acts.list("foodPosts");
  expect(drafts.map(({ id }) => id)).toEqual([...ids]);
});

test("whoever publishes the wish's older draft, or what was scheduled, does not undo the visit", async () => {
  await desk.draft("foodWishlist", "nino", wish());
  await publish("nino");
  await desk.draft("foodWishlist", "nino", wish({ notes: "Closed in August." }));
  const item = { kind: "foodWishlist", id: "nino" } as const;
  const at = new Date(desk.clock.ms + 60_000).toISOString();
  await desk.acts.schedules.schedule(item, { rev: 1, at }, ann);
  const { postId } = await visits.visit("nino", today, ann);
  desk.clock.ms += 120_000;
  await desk.jobs.runDue();
  expect(await fieldsOf("foodWishlist/nino")).toMatchObject({
    notes: "Closed in August.",
    status: "visited",
    postId,
  });
});

test("taken back, the wish is as it was in both of its texts, and the post is in the trash with what was written", async () => {
  await desk.draft("foodWishlist", "nino", wish());
  await publish("nino");
  await desk.draft("foodWishlist", "nino", wish({ status: "planned" }));
  const { postId, before } = await visits.visit("nino", today, ann);
  await visits.takeBack("nino", postId, before!, ann);
  expect(await fieldsOf("foodWishlist/nino")).toEqual(expect.objectContaining({ status: "want" }));
  const document = (await fieldsOf("foodWishlist/nino")) ?? {};
  const draft = (await draftOf("foodWishlist", "nino")) ?? {};
  expect(draft["status"]).toBe("planned");
  for (const fields of [document, draft]) {
    expect(Object.keys(fields)).not.toContain("postId");
    expect(Object.keys(fields)).not.toContain("visitedOn");
  }
  expect(await desk.acts.list("foodPosts")).toEqual([]);
  expect(await desk.acts.trash.list("foodPosts")).toMatchObject([{ id: postId }]);
  // An answer that got lost is asked for again.
  await visits.takeBack("nino", postId, before!, ann);
});

test("a wish that leads to another post by now stays as it is", async () => {
  await desk.draft("foodWishlist", "nino", wish());
  const { postId, before } = await visits.visit("nino", today, ann);
  const path = draftPath("foodWishlist", "nino");
  await desk.backend.commit([
    { update: path, data: { fields: { postId: "other" } }, mask: [["fields", "postId"]] },
  ]);
  await visits.takeBack("nino", postId, before!, ann);
  expect(await draftOf("foodWishlist", "nino")).toMatchObject({
    status: "visited",
    postId: "other",
  });
});

test("nobody's post is deleted by naming it, and one that was published meanwhile stays", async () => {
  await desk.draft("foodPosts", "innocent", { title: "Soup", slug: "soup" });
  await desk.draft("foodWishlist", "nino", wish());
  const { postId, before } = await visits.visit("nino", today, ann);
  await visits.takeBack("nino", "innocent", {}, ann);
  expect(await draftOf("foodPosts", "innocent")).toMatchObject({ title: "Soup" });
  expect(await draftOf("foodWishlist", "nino")).toMatchObject({ status: "visited", postId });

  await desk.acts.drafts.publish({ kind: "foodPosts", id: postId }, 1, ann);
  await expect(visits.takeBack("nino", postId, before!, ann)).rejects.toMatchObject({
    status: 409,
    code: "published-meanwhile",
  });
  expect(await fieldsOf(`foodPosts/${postId}`)).toMatchObject({ title: "Da Nino" });
  expect(await draftOf("foodWishlist", "nino")).toMatchObject({ status: "visited", postId });
});

test("what a wish had before and no wish can have is not brought back", async () => {
  await desk.draft("foodWishlist", "nino", wish({ status: "garbage", visitedOn: "soon" }));
  const { before } = await visits.visit("nino", today, ann);
  expect(before).toEqual({ draft: {} });
});

test("what is not there was not visited", async () => {
  await expect(visits.visit("nobody", today, ann)).rejects.toMatchObject({ status: 404 });
});

test("where a post stands by taste stays when an older draft of it is published, and its copy was never compared", async () => {
  const item = { kind: "foodPosts", id: "soup" } as const;
  await desk.draft("foodPosts", "soup", { title: "Soup", slug: "soup" });
  await desk.acts.drafts.publish(item, 1, ann);
  await desk.draft("foodPosts", "soup", { title: "Soup, again", slug: "soup" });
  await desk.acts.visibility.places("foodPosts", new Map([["soup", "a1"]]));
  await desk.acts.drafts.publish(item, 1, ann);
  expect(await fieldsOf("foodPosts/soup")).toMatchObject({ title: "Soup, again", rank: "a1" });
  const copy = await desk.acts.drafts.duplicate(item, ann);
  expect(Object.keys((await draftOf("foodPosts", copy.id)) ?? {})).not.toContain("rank");
});

test("known places are those of wishes and posts, drafts too; a wish without a place has its own name", async () => {
  await desk.draft("foodWishlist", "nino", wish());
  await publish("nino");
  await desk.draft("foodPosts", "soup", { title: "Soup", place: { name: "Sole" } });
  await desk.draft("foodWishlist", "ramen", {
    title: "Ramen",
    source: { label: "Ann", url: "https://example.org/ramen" },
  });
  const known = await knownPlaces(desk.acts.publishing.store);
  expect(known).toHaveLength(3);
  expect(known).toEqual(
    expect.arrayContaining([
      {
        kind: "foodWishlist",
        id: "nino",
        name: "Da Nino",
        urls: [],
        latitude: 44.494,
        longitude: 11.343,
      },
      { kind: "foodPosts", id: "soup", name: "Sole", urls: [] },
      { kind: "foodWishlist", id: "ramen", name: "Ramen", urls: ["https://example.org/ramen"] },
    ]),
  );
});
