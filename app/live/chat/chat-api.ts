/** What the server is asked about chat beside what the outbox sends. All throw ApiError. docs/chat.md */
import type {
  Block,
  ChatAct,
  FoundMessages,
  FoundPeople,
  FoundPerson,
  NewRoom,
  Report,
  ReportEnd,
  Reports,
  SiteOwner,
} from "#lib/chat/api.ts";
import { callApi } from "../api.ts";

/** @returns its id; of a direct message that of the one that is there */
export async function makeRoom(room: NewRoom): Promise<string> {
  return (await callApi<{ room: string }>("POST", "/api/chat", room)).room;
}

export const joinRoom = (room: string): Promise<void> =>
  callApi("POST", `/api/chat/${room}/join`, {});

export const actInRoom = (room: string, act: ChatAct): Promise<void> =>
  callApi("POST", `/api/chat/${room}/acts`, act);

export async function findPeople(words: string, signal?: AbortSignal): Promise<FoundPerson[]> {
  const path = `/api/chat/people?q=${encodeURIComponent(words)}` as const;
  return (await callApi<FoundPeople>("GET", path, undefined, { signal })).people;
}

export const siteOwner = (signal?: AbortSignal): Promise<SiteOwner> =>
  callApi("GET", "/api/chat/owner", undefined, { signal });

export function searchRoom(
  room: string,
  words: string,
  before: string | undefined,
  signal?: AbortSignal,
): Promise<FoundMessages> {
  const query = new URLSearchParams({ q: words });
  if (before !== undefined) query.set("before", before);
  return callApi("GET", `/api/chat/${room}/search?${query}`, undefined, { signal });
}

export const block = (one: Block): Promise<void> => callApi("POST", "/api/chat/blocks", one);

export async function openReports(signal?: AbortSignal): Promise<Report[]> {
  return (await callApi<Reports>("GET", "/api/chat/reports", undefined, { signal })).reports;
}

export const endReport = (id: string, end: ReportEnd): Promise<void> =>
  callApi("POST", `/api/chat/reports/${id}`, { end });
