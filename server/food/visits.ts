/** A wish that came true: it is marked as visited, and a draft of a post about it is made, in one commit. */
import { emptyFields } from "#lib/content/kinds.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import { beforeVisit } from "#lib/food/visit.ts";
import type { VisitBefore, WishBefore } from "#lib/food/visit.ts";
import { textOf } from "#lib/text-of.ts";
import { changedMeanwhile, ContentError, notThere } from "../publishing/content-error.ts";
import { withCopiedFiles } from "../publishing/copied-files.ts";
import { draftWriteOf } from "../publishing/draft-acts.ts";
import { documentWrites, draftWrites } from "../publishing/patch-writes.ts";
import type { PatchOf } from "../publishing/patch-writes.ts";
import { isHidden } from "../publishing/shown-files.ts";
import { commitContent, keyOf, movingFiles } from "../publishing/site-facts.ts";
import type { Item, Publishing } from "../publishing/site-facts.ts";
import type { TrashActs } from "../publishing/trash-acts.ts";
import type { Actor } from "../publishing/versions.ts";
import { waitUntilShown } from "../publishing/wait-until-shown.ts";

export function createVisits({ publishing, trash }: { publishing: Publishing; trash: TrashActs }) {
  const { store, files, inTurn, newId } = publishing;

  async function isThere(postId: string): Promise<boolean> {
    const [published, draft] = await Promise.all([
      store.published("foodPosts", postId),
      store.draft("foodPosts", postId),
    ]);
    return published !== null || draft !== null;
  }

  return {
    /**
     * Once only: a wish with a post that is still there answers that one, and nothing is done.
     * @param today calendar date where the owner is, for a wish that does not say when
     * @param actor whose draft it is
     * @returns `before` is what `takeBack` needs
     * @throws ContentError; BackendError
     */
    visit: (
      id: string,
      today: string,
      actor: Actor,
    ): Promise<{ postId: string; before?: VisitBefore }> => {
      const wish: Item = { kind: "foodWishlist", id };
      // Another copy of the server, or who writes the wish, may be faster.
      return againWhenChanged(() =>
        inTurn(keyOf(wish), async () => {
          const [published, draft] = await Promise.all([
            store.published(wish.kind, id),
            store.draft(wish.kind, id),
          ]);
          const fields = draft?.fields ?? published?.data;
          if (fields === undefined) throw notThere();
          const known = textOf(fields["postId"]);
          if (known !== "" && (await isThere(known))) return { postId: known };

          const post: Item = { kind: "foodPosts", id: newId().replaceAll("-", "").slice(0, 20) };
          const visitedOn = textOf(fields["visitedOn"]) || today;
          const patchOf: PatchOf = () => ({ status: "visited", visitedOn, postId: post.id });
          await movingFiles(publishing, post, async () => {
            const copied = await withCopiedFiles(files, postFields(fields, visitedOn), {
              from: wish,
              to: post,
            });
            const made = draftWriteOf(publishing, post, {
              fields: copied,
              draft: null,
              published: null,
              actor,
            });
            // What was read above is what is written over: the writes ask that it is still so.
            const drafted = await draftWrites(publishing, wish, patchOf);
            if (drafted.draft?.rev !== draft?.rev) throw changedMeanwhile();
            const shown = published === null ? [] : documentWrites(published, patchOf);
            await commitContent(publishing, [made, ...drafted.writes, ...shown]);
          });
          if (published !== null && !isHidden(published.data)) {
            await waitUntilShown(publishing, wish);
          }
          const before = {
            ...(published !== null && { document: beforeVisit(published.data) }),
            ...(draft !== null && { draft: beforeVisit(draft.fields) }),
          };
          return { postId: post.id, before };
        }),
      );
    },

    /**
     * The wish is as it was, and the post lies in the trash with whatever was written since. What is done can be done
     * again; a wish that leads elsewhere by now stays, and so does the post.
     * @throws ContentError when the post was published meanwhile; BackendError
     */
    takeBack: (id: string, postId: string, before: VisitBefore, actor: Actor): Promise<void> => {
      const wish: Item = { kind: "foodWishlist", id };
      return againWhenChanged(() =>
        inTurn(keyOf(wish), async () => {
          const [published, wishDraft] = await Promise.all([
            store.published(wish.kind, id),
            store.draft(wish.kind, id),
          ]);
          const leadsThere = [published?.data, wishDraft?.fields].some(
            (fields) => fields?.["postId"] === postId,
          );
          if (!leadsThere) return;
          if ((await store.published("foodPosts", postId)) !== null) throw publishedMeanwhile();
          // First: the wish says until the end whose post it is, so what broke off can be done again.
          if (await isThere(postId)) await trash.delete({ kind: "foodPosts", id: postId }, actor);

          const { draft = before.document, document = before.draft } = before;
          // Whatever somebody has made of it since stays.
          const backTo =
            (was: WishBefore = {}): PatchOf =>
            (fields) =>
              fields["postId"] === postId
                ? { status: was.status, visitedOn: was.visitedOn, postId: was.postId }
                : {};
          const drafted = await draftWrites(publishing, wish, backTo(draft));
          const shown = published === null ? [] : documentWrites(published, backTo(document));
          const writes = [...drafted.writes, ...shown];
          if (writes.length > 0) await commitContent(publishing, writes);
          if (shown.length > 0 && !isHidden(published?.data ?? {})) {
            await waitUntilShown(publishing, wish);
          }
        }),
      );
    },
  };
}

const tries = 3;

async function againWhenChanged<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let left = tries; ; left -= 1) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- again, with what is there then
      return await run();
    } catch (error) {
      const isChanged = error instanceof ContentError && error.code === changedMeanwhile().code;
      if (!isChanged || left === 1) throw error;
    }
  }
}

function publishedMeanwhile(): ContentError {
  return new ContentError(
    409,
    "published-meanwhile",
    "The post about this visit was published meanwhile, so both stay as they are. Delete the post to take it from the site.",
  );
}

/** What the wish knows already. */
function postFields(wish: PlainFields, visitedOn: string): PlainFields {
  const title = textOf(wish["title"]);
  const isDish = wish["kind"] === "dish";
  const { place, image, tags } = wish;
  return {
    ...emptyFields("foodPosts"),
    title,
    visitedOn,
    ...(isDish && title !== "" && { dishes: [title] }),
    ...(Array.isArray(tags) && { tags }),
    ...(isGroup(place) && { place }),
    ...(isGroup(image) && { cover: image }),
  };
}

function isGroup(value: PlainFields[string] | undefined): value is PlainFields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
