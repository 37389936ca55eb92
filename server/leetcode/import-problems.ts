/** Problems from elsewhere become drafts, or are published: what there is already is added to, never replaced. */
import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { problemsOf } from "#lib/content/problems.ts";
import { publishable } from "#lib/content/publishable.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import type { ImportedProblem, ImportResult } from "#lib/leetcode/api.ts";
import { mergeProblems } from "#lib/leetcode/merge-problems.ts";
import { linkKey, slugOfLink } from "#lib/leetcode/problem-link.ts";
import type { ServerBackend, StoredDocument } from "#lib/server-backend.ts";
import { isConflict } from "#lib/server-backend.ts";
import { textOf } from "#lib/text-of.ts";
import type { Audit } from "../audit/audit.ts";
import type { Log } from "../log.ts";
import { ContentError } from "../publishing/content-error.ts";
import { createContentStore, draftWrite } from "../publishing/content-store.ts";
import type { StoredDraft } from "../publishing/content-store.ts";
import { draftWriteOf } from "../publishing/draft-acts.ts";
import { createVersions } from "../publishing/versions.ts";
import type { Actor } from "../publishing/versions.ts";
import { checkSize } from "./document-size.ts";
import { eachOf } from "./each-of.ts";
import { problemIds } from "./find-problems.ts";
import { plain } from "./plain.ts";
import { publishTogether } from "./publish-together.ts";

/** Somebody else may be writing into the same draft. */
const tries = 3;

export type ProblemImport = {
  /** What came of each, in their order. @throws BackendError when nothing can be read */
  add(
    problems: readonly ImportedProblem[],
    how: { publish: boolean; actor: Actor },
  ): Promise<ImportResult[]>;
};

type Done = Pick<ImportResult, "id" | "did" | "as" | "text">;

/** What is there, and what it would be with what is imported. */
type Plan = {
  id: string;
  did: "made" | "added" | "same";
  fields: PlainFields;
  draft: StoredDraft | null;
  published: StoredDocument | null;
};

export function createProblemImport(deps: {
  backend: Pick<ServerBackend, "getDocument" | "findDocuments" | "commit" | "publicData">;
  audit: Pick<Audit, "add">;
  /** One after the other, of one key. */
  inTurn: <Result>(key: string, run: () => Promise<Result>) => Promise<Result>;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
  newId: () => string;
}): ProblemImport {
  const { backend, audit, inTurn, log, now, newId } = deps;
  const store = createContentStore(backend);
  const versions = createVersions({ backend, now, newId });

  /** @throws ContentError */
  async function planFor(problem: PlainFields, known: string | undefined): Promise<Plan> {
    const id = known ?? (await freeId(textOf(problem["link"])));
    const [draft, published] = await Promise.all([
      store.draft("problems", id),
      store.published("problems", id),
    ]);
    const before = draft?.fields ?? published?.data;
    const fields = mergeProblems(before ?? {}, problem);
    const isSame = before !== undefined && isDeepStrictEqual(plain(before), plain(fields));
    if (!isSame) checkSize(fields);
    const did = before === undefined ? "made" : "added";
    return { id, did: isSame ? "same" : did, fields, draft, published };
  }

  /** The same for the same link, so that what is imported twice at once is made once. */
  async function freeId(link: string): Promise<string> {
    const key = linkKey(link);
    const stem = slugOfLink(link) ?? createHash("sha256").update(key).digest("hex").slice(0, 20);
    for (let number = 1; ; number++) {
      const id = number === 1 ? stem : `${stem}-${number}`;
      // oxlint-disable-next-line no-await-in-loop -- the first is nearly always free
      const [published, draft, trash] = await Promise.all([
        store.published("problems", id),
        store.draft("problems", id),
        store.trash("problems", id),
      ]);
      const there = [published?.data, draft?.fields].filter((fields) => fields !== undefined);
      const isOfAnother = there.some((fields) => linkKey(textOf(fields["link"])) !== key);
      // What lies in the trash comes back under its id.
      if (!isOfAnother && trash === null) return id;
    }
  }

  async function intoDraft(
    { id, did, fields, draft, published }: Plan,
    actor: Actor,
  ): Promise<Done> {
    const item = { kind: "problems" as const, id };
    await backend.commit([
      draft === null
        ? draftWriteOf({ now }, item, { fields, draft, published, actor })
        : draftWrite(draft, { fields }),
    ]);
    return { id, did, as: "draft" };
  }

  /** @throws ContentError; BackendError */
  async function carryOut(
    plan: Plan,
    { publish, actor }: { publish: boolean; actor: Actor },
  ): Promise<Done> {
    const { id, did, draft } = plan;
    if (did === "same") return { id, did };
    if (!publish) return intoDraft(plan, actor);
    if (draft !== null) {
      const text = "It has changes that are not published: this was added to them.";
      return { ...(await intoDraft(plan, actor)), text };
    }
    const ready = readyToPublish(plan);
    if (typeof ready === "string") return { ...(await intoDraft(plan, actor)), text: ready };
    await publishTogether({ backend, audit, store, versions, log }, [ready], actor);
    return { id, did, as: "published" };
  }

  /** In tries: what is there may change between the look at it and the commit. */
  async function addOne(
    problem: PlainFields,
    known: string | undefined,
    how: { publish: boolean; actor: Actor },
  ): Promise<Done> {
    for (let left = tries; ; left--) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- again, with what is there then
        return await carryOut(await planFor(problem, known), how);
      } catch (error) {
        if (isConflict(error) && left > 1) continue;
        return failureOf(error, problem);
      }
    }
  }

  function failureOf(error: unknown, problem: PlainFields): Done {
    if (error instanceof ContentError) return { id: null, did: "failed", text: error.message };
    log.error({ err: error, link: problem["link"] }, "a problem could not be imported");
    return { id: null, did: "failed", text: "It could not be stored. Import it again." };
  }

  /** Those that nobody has a draft of. @returns what came of them, by key; nothing of those that are to be tried alone */
  async function addTogether(
    problems: ReadonlyMap<string, PlainFields>,
    ids: ReadonlyMap<string, string>,
    actor: Actor,
  ): Promise<Map<string, Done>> {
    const done = new Map<string, Done>();
    const ready: [key: string, ReturnType<typeof readyToPublish> & object, Done][] = [];
    await eachOf([...problems], async ([key, problem]) => {
      try {
        const plan = await planFor(problem, ids.get(key));
        const { id, did, draft } = plan;
        if (did === "same") done.set(key, { id, did });
        const whole = draft === null && did !== "same" ? readyToPublish(plan) : undefined;
        if (typeof whole === "object") ready.push([key, whole, { id, did, as: "published" }]);
      } catch (error) {
        done.set(key, failureOf(error, problem));
      }
    });
    if (ready.length < 2) return done;
    try {
      const together = ready.map(([, problem]) => problem);
      await publishTogether({ backend, audit, store, versions, log }, together, actor);
      for (const [key, , result] of ready) done.set(key, result);
    } catch (error) {
      // One that somebody changed meanwhile is to keep no other one back.
      log.warn({ err: error, count: ready.length }, "problems are published one by one");
    }
    return done;
  }

  return {
    async add(given, { publish, actor }) {
      const ids = await problemIds(backend, store);
      const same = new Map<string, PlainFields[]>();
      const faults = given.map((problem) => {
        const fields = plain(problem);
        const [fault] = problemsOf("problems", "new", fields);
        if (fault !== undefined) return sentenceOf(fault);
        const key = linkKey(problem.link);
        const before = same.get(key);
        if (before === undefined) same.set(key, [fields]);
        else before.push(fields);
        return undefined;
      });
      const merged = [...same].map(([key, [first = {}, ...others]]) => {
        return [key, mergeProblems(first, ...others)] as const;
      });
      const problems = new Map(merged);
      const done = publish ? await addTogether(problems, ids, actor) : new Map<string, Done>();
      const left = [...problems].filter(([key]) => !done.has(key));
      await eachOf(left, async ([key, problem]) => {
        const add = () => addOne(problem, ids.get(key), { publish, actor });
        // Others may be importing the same one.
        done.set(key, await inTurn(`import ${key}`, add));
      });
      const seen = new Set<string>();
      return given.map(({ link, title }, at): ImportResult => {
        const text = faults[at];
        if (text !== undefined) return { link, title, id: null, did: "failed", text };
        const key = linkKey(link);
        const result = done.get(key) ?? { id: null, did: "failed" };
        // Of two of the same the first one made it.
        const isSecond = seen.has(key) && result.did === "made";
        seen.add(key);
        return { link, title, ...result, ...(isSecond && { did: "added" }) };
      });
    },
  };
}

/** Or a sentence why it cannot be published. */
function readyToPublish({ id, fields, published }: Plan) {
  const ready: PlainFields = { ...publishable("problems", id, fields), hidden: false };
  const [fault] = problemsOf("problems", id, ready);
  return fault === undefined ? { id, fields: ready, published } : sentenceOf(fault);
}

function sentenceOf({ path, text }: { path: string; text: string }): string {
  return path === "" ? text : `${path}: ${text}`;
}
