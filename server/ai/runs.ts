/** A message is answered: judged, reserved, held, asked of the provider, and ended. docs/ai.md */
import { setTimeout as wait } from "node:timers/promises";
import type { AiSettings, AiStream, Ask, AskRefusal, AskSaid } from "#lib/ai/api.ts";
import { mostRunning } from "#lib/ai/limits.ts";
import { type AiPrice, mostOf, usageOf } from "#lib/ai/price.ts";
import { trimmedText } from "#lib/chat/message-text.ts";
import { readRoomMember } from "#lib/chat/read-room.ts";
import { isRoomId } from "#lib/chat/room-id.ts";
import { faultOfKey } from "#lib/database-key.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { moderates, readChatHead, valueAt } from "../chat/chat-updates.ts";
import { createRateLimit } from "../limits/rate-limit.ts";
import type { Log } from "../log.ts";
import { type TokenAccounts, TokensError } from "../tokens/token-accounts.ts";
import { streamPath } from "./answers.ts";
import type { AskAgainPrepared } from "./ask-again.ts";
import { type AiBudget, dayOf } from "./budget.ts";
import { type Finish, endOf, holdKey } from "./finish.ts";
import type { MayAsk } from "./may-ask.ts";
import type { AiMessage, AiProvider } from "./provider.ts";
import { refusedAsk } from "./refusals.ts";
import type { RunOf, RunRecords } from "./run-records.ts";
import type { AiSettingsStore } from "./settings.ts";
import { type AskPlace, type Standing, standingOf } from "./standing.ts";
import { createStreamWriter } from "./stream-writer.ts";
import { freeOf } from "../tokens/token-account.ts";

export type RunAsk = Ask & {
  room: string;
  key: string;
  root?: string | undefined;
  /** It is answered again: what follows it goes, and it may say something else. */
  again?: { text?: string | undefined };
};

export type AiRuns = {
  /** @throws BackendError */
  ask(uid: string, asked: RunAsk): Promise<AskSaid | { fault: string }>;
  /** For who asked, and moderators; also of what has ended. @throws BackendError */
  stop(uid: string, room: string, id: string): Promise<"done" | AskRefusal>;
  /** Whether this process is at it. */
  has(id: string): boolean;
  /** Resolves when nothing is under way. */
  settled(): Promise<void>;
  /** What is under way ends as it is. */
  close(): Promise<void>;
};

export type RunTimes = {
  /** Between two pieces of a stream. */
  pieceMs: number;
  /** Between two looks whether it is to be stopped. */
  lookMs: number;
};

const usualTimes: RunTimes = { pieceMs: 200, lookMs: 500 };
const usualRate = { burst: 30, perMinute: 30 };
/** One look of so many also asks whether they may still. */
const standingEvery = 4;
const finishTries = 6;

type Running = RunOf & {
  messages: AiMessage[];
  price: AiPrice;
  maxOutput: number;
  abort: AbortController;
  isClosing: boolean;
};

export function createRuns(deps: {
  backend: Pick<ServerBackend, "getValue" | "putValue" | "updateValues">;
  mayAsk: MayAsk;
  provider: AiProvider | undefined;
  settings: AiSettingsStore;
  tokens: Pick<TokenAccounts, "hold" | "release" | "account">;
  budget: AiBudget;
  records: RunRecords;
  promptOf: (of: AskPlace & Standing, ownerPrompt: string) => Promise<AiMessage[]>;
  askAgain: AskAgainPrepared;
  finish: Finish;
  /** Of an account, questions. */
  rate?: { burst: number; perMinute: number } | undefined;
  /** Of this process. */
  holder: string;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
  times?: RunTimes | undefined;
  most?: { account: number; site: number } | undefined;
}): AiRuns {
  const { backend, provider, settings, tokens, budget, records, finish, holder, log, now } = deps;
  const { times = usualTimes, most = mostRunning, rate = usualRate } = deps;
  const asking = createRateLimit({ ...rate, now });
  const underWay = new Map<string, { uid: string; ended?: Promise<void> }>();
  const open = new Map<string, Running>();
  let isClosed = false;
  let queue: Promise<unknown> = Promise.resolve();

  /** What it is to cost and to say; or why not. */
  async function judge(uid: string, asked: RunAsk, chosen: AiSettings) {
    if (provider === undefined || !chosen.on || isClosed) return refusedAsk("no-ai");
    if (asking.take(uid) > 0) return refusedAsk("too-many-runs");
    if (!(await deps.mayAsk(uid))) return refusedAsk("unverified");
    if (!provider.models.some(({ id }) => id === asked.model)) return refusedAsk("no-such-model");
    const { room, key, root } = asked;
    const standing = await standingOf(deps, { uid, room, key, root });
    if (typeof standing === "string") return refusedAsk(standing);
    const text = asked.again?.text;
    const message = text === undefined ? standing.message : { ...standing.message, text };
    const messages = await deps.promptOf(
      { uid, room, key, root, ...standing, message },
      chosen.prompt,
    );
    const { price, maxOutput } = chosen;
    const held = mostOf(price, { bytes: bytesIn(messages), maxOutput });
    if (held > asked.most) return refusedAsk("too-dear", { most: held });
    // Also where it is sent again with another ask: a message has one answer.
    const isAnswered = standing.message.answer !== undefined;
    const again = asked.again ?? (isAnswered ? {} : undefined);
    return { messages, held, provider, again };
  }

  /** One after the other: each sees those before it. */
  function enter(run: RunOf): Promise<"begun" | "before" | "busy" | "too-many-runs"> {
    const result = queue.then(async () => {
      const running = await records.running();
      const same = running.get(run.id);
      if (same !== undefined) return same.uid === run.uid ? "before" : "busy";
      const all = [...running.values()];
      const own = all.filter(({ uid }) => uid === run.uid);
      const isSame = own.some(
        ({ room, key, root }) => room === run.room && key === run.key && root === run.root,
      );
      if (isSame || own.length >= most.account || all.length >= most.site) return "too-many-runs";
      const { uid, room, key, root } = run;
      const entry = { uid, room, key, ...(root !== undefined && { root }), at: now(), holder };
      return (await records.begin(run, entry)) ? "begun" : "before";
    });
    queue = result.catch(() => undefined);
    return result;
  }

  /** Of a run that has its record: a refusal leaves nothing of it. */
  async function prepare(run: RunOf, again: RunAsk["again"], chosen: AiSettings) {
    const { uid, id, room, key, root, day, held: amount } = run;
    const ofUser = Math.min(chosen.userDaily, (await settings.cap(uid)) ?? Infinity);
    const of = { day, id, uid, amount };
    const reserved = await budget.reserve(of, { ofUser, ofSite: chosen.siteDaily });
    if (reserved !== "done") return refusedAsk(reserved);
    try {
      await tokens.hold(uid, { key: holdKey(id), amount });
    } catch (error) {
      if (!(error instanceof TokensError)) throw error;
      if (error.code === "too-many") return refusedAsk("too-many-runs");
      const account = await tokens.account(uid);
      return refusedAsk("not-enough", { balance: account === null ? 0 : freeOf(account) });
    }
    if (again === undefined) return undefined;
    const said = await deps.askAgain({ uid, room, key, root }, again.text);
    if (said === "done") return undefined;
    return "fault" in said ? said : refusedAsk(said.refused);
  }

  /** As if nobody had asked. */
  async function undo(run: RunOf): Promise<void> {
    await tokens.release(run.uid, holdKey(run.id)).catch((error: unknown) => {
      if (!(error instanceof TokensError)) throw error;
    });
    await budget.settle({ day: run.day, id: run.id, spent: 0 });
    await records.forget(run);
  }

  async function begin(uid: string, asked: RunAsk): Promise<AskSaid | { fault: string }> {
    const { id, room, key, root, model } = asked;
    if ((await records.find(uid, id)) !== undefined) return "begun";
    const chosen = await settings.read();
    const judged = await judge(uid, asked, chosen);
    if ("refused" in judged) return judged;
    const { held, messages, again } = judged;
    const run: RunOf = { uid, id, room, key, root, model, held, day: dayOf(now()) };
    const entered = await enter(run);
    if (entered === "before") return "begun";
    if (entered !== "begun") return refusedAsk(entered);
    const { price, maxOutput } = chosen;
    const place = streamPath(room, id);
    const stream: AiStream = {
      by: uid,
      key,
      model,
      at: now(),
      ...(root !== undefined && { root }),
    };
    try {
      const refusal = await prepare(run, again, chosen);
      if (refusal !== undefined) {
        await undo(run);
        return refusal;
      }
      await backend.updateValues({ [place]: stream });
    } catch (error) {
      // Whoever asks again begins anew. What cannot be undone now the next sweep ends.
      await undo(run)
        .then(() => backend.updateValues({ [place]: null }))
        .catch(() => undefined);
      throw error;
    }
    const abort = new AbortController();
    const running = { ...run, messages, price, maxOutput, abort, isClosing: isClosed };
    if (isClosed) abort.abort();
    open.set(id, running);
    const ended = work(running, judged.provider).finally(() => {
      open.delete(id);
      underWay.delete(id);
    });
    underWay.set(id, { uid, ended });
    return "begun";
  }

  /** Never rejects. */
  async function work(run: Running, asking: AiProvider): Promise<void> {
    const { uid, id, room, model, messages, maxOutput, abort } = run;
    const over = new AbortController();
    const place = streamPath(room, id);
    const writer = createStreamWriter({ backend, place, everyMs: times.pieceMs });
    const watching = watch(run, over.signal);
    const asked = { model, messages, maxOutput, signal: abort.signal };
    const said = await asking.answer(asked, (piece) => writer.add(piece));
    over.abort();
    await Promise.all([watching, writer.close()]);
    const text = trimmedText(writer.text());
    const usage = usageOf(said.usage, { in: bytesIn(messages), out: Buffer.byteLength(text) });
    const why = said.why === "stopped" && run.isClosing ? "server" : said.why;
    const end = endOf({ why, usage }, text, run);
    log.info(
      { uid, room, model, state: end.state, why: end.why, spent: end.spent },
      "the AI answered",
    );
    for (let round = 1; round <= finishTries; round += 1) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- until it is done
        await finish(run, end);
        return;
      } catch (error) {
        log.warn({ err: error, room, round }, "an answer of the AI could not be ended yet");
        if (isClosed) return;
        // oxlint-disable-next-line no-await-in-loop -- see above
        await wait((0.5 + Math.random()) * 100 * 2 ** round, undefined, { ref: false });
      }
    }
    // The next sweep ends it.
  }

  /** Stops it when it is to be stopped, or who asked may not ask any more. */
  async function watch(run: Running, over: AbortSignal): Promise<void> {
    const { uid, room, key, root, id, abort } = run;
    for (let round = 1; ; round += 1) {
      // oxlint-disable no-await-in-loop -- one look after the other
      await wait(times.lookMs, undefined, { signal: over }).catch(() => undefined);
      if (over.aborted) return;
      try {
        const isStopped = (await valueAt(backend, `${streamPath(room, id)}/cancel`)) === true;
        const mustAsk = round % standingEvery === 0;
        const standing = mustAsk ? await standingOf(deps, { uid, room, key, root }) : undefined;
        if (isStopped || typeof standing === "string") abort.abort();
      } catch (error) {
        log.warn({ err: error, room }, "it is not known whether an answer is to be stopped");
      }
      // oxlint-enable no-await-in-loop
    }
  }

  async function ask(uid: string, asked: RunAsk): Promise<AskSaid | { fault: string }> {
    const { id } = asked;
    if (faultOfKey(uid) !== undefined) return refusedAsk("no-such-room");
    const same = underWay.get(id);
    // Ids are long and made by chance: that of somebody else was copied.
    if (same !== undefined) return same.uid === uid ? "begun" : refusedAsk("busy");
    underWay.set(id, { uid });
    try {
      return await begin(uid, asked);
    } finally {
      // What failed in the middle is no longer ours: the next sweep ends it.
      if (!open.has(id)) underWay.delete(id);
    }
  }

  async function settled(): Promise<void> {
    await Promise.all(Array.from(underWay.values(), async ({ ended }) => ended));
  }

  return {
    ask,
    async stop(uid, room, id) {
      if (!isRoomId(room) || faultOfKey(uid) !== undefined) return "no-such-room";
      const [head, me, by] = await Promise.all([
        readChatHead(backend, room),
        valueAt(backend, `chat/${room}/members/${uid}`),
        valueAt(backend, `${streamPath(room, id)}/by`),
      ]);
      const member = readRoomMember(me);
      if (head === undefined || member === undefined) return "no-such-room";
      if (by === null) return "done";
      if (by !== uid && !(await moderates(backend, head, { uid, role: member.role }))) {
        return "not-allowed";
      }
      await backend.updateValues({ [`${streamPath(room, id)}/cancel`]: true });
      open.get(id)?.abort.abort();
      // It may have ended meanwhile, and this would be all that is left of it.
      if ((await valueAt(backend, `${streamPath(room, id)}/by`)) === null) {
        await backend.updateValues({ [streamPath(room, id)]: null });
      }
      return "done";
    },
    has: (id) => underWay.has(id),
    settled,
    async close() {
      isClosed = true;
      for (const run of open.values()) {
        run.isClosing = true;
        run.abort.abort();
      }
      await settled();
    },
  };
}

function bytesIn(messages: readonly AiMessage[]): number {
  return messages.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);
}
