/**
 * Who is signed in, as every page knows it: this file and what it imports come with the first load, so they stay tiny.
 * All else (panel, menu, guard, the life of the account's record) is the room behind, loaded when somebody is or wants
 * to be signed in; a visitor downloads nothing of it and nothing of Firebase.
 */
import { useSyncExternalStore } from "react";
import { siteAnswers } from "#app/ui/site-answers.ts";
import type { Roles } from "#lib/user-record.ts";
import { logFailure } from "./log-failure.ts";
import type { room } from "./room.tsx";
import { takeSecrets } from "./link-secrets.ts";
import type { LinkSecrets } from "./link-secrets.ts";
import { lastUserKey, readStored } from "./stored.ts";

type Room = typeof room;

export type SessionUser = {
  uid: string;
  name: string;
  email: string;
  roles: Roles;
  userAITokens: number;
  photoUrl: string | undefined;
};

export type Session = {
  status: "unknown" | "signed-out" | "signed-in";
  /** Set exactly while the status is signed-in. */
  user: SessionUser | undefined;
  room: Room | undefined;
  /** Somebody asked for the sign-in dialog. */
  asked: boolean;
  /** A new account has no username: takes the answer, an empty one too. */
  answerUsername: ((answer: string) => void) | undefined;
  /** Of links that make an owner, invite, or come back from a provider, until they are used. */
  secrets: LinkSecrets;
  /** What does not work just now, in plain words. */
  problem: string | undefined;
  /** What happened, until it is closed. */
  notice: string | undefined;
};

const unknown: Session = {
  status: "unknown",
  user: undefined,
  room: undefined,
  asked: false,
  answerUsername: undefined,
  secrets: {},
  problem: undefined,
  notice: undefined,
};

let session = unknown;
const listeners = new Set<() => void>();
let loading: Promise<void> | undefined;
let hasFailed = false;

if (!import.meta.env.SSR) {
  // Before the router reads the address, so that the secret is in nobody's history.
  const secrets = takeSecrets();
  const status = readStored(lastUserKey) === null ? "signed-out" : "unknown";
  session = { ...unknown, status, secrets };
  addEventListener("hashchange", () => {
    const secrets = takeSecrets(session.secrets);
    if (secrets === session.secrets) return;
    changeSession({ secrets });
    startSession();
  });
  addEventListener("storage", ({ key, newValue }) => {
    if (key === lastUserKey && newValue !== null) startSession();
  });
}

export function useSession(): Session {
  return useSyncExternalStore(subscribe, currentSession, () => unknown);
}

export function currentSession(): Session {
  return session;
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function changeSession(change: Partial<Session>): void {
  session = { ...session, ...change };
  for (const listener of listeners) listener();
}

export function openSignIn(): void {
  changeSession({ asked: true, problem: undefined });
  startSession();
}

/** After hydration: somebody was signed in here, or has a link with a secret. */
export function wakeSession(): void {
  if (session.status !== "unknown" && !Object.keys(session.secrets)[0]) return;
  // Safari has no idle callback.
  if ("requestIdleCallback" in globalThis) requestIdleCallback(startSession, { timeout: 2000 });
  else setTimeout(startSession, 200);
}

/** Loads the room behind, once. */
export function startSession(): void {
  loading ??= load();
}

async function load(): Promise<void> {
  try {
    const { room } = await import("./room.tsx");
    changeSession({ room, problem: undefined });
    room.openSession();
  } catch (error) {
    logFailure("The sign-in did not load", error);
    loading = undefined;
    if (session.asked && hasFailed && (await siteAnswers())) location.reload();
    hasFailed = true;
    const problem = "Sign-in did not load. Check your connection and try again.";
    changeSession({ asked: false, problem });
    addEventListener("online", startSession, { once: true });
  }
}
