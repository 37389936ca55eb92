/** What is stored of a room, as its types say. */
import type { RoomFacts, RoomHead, RoomMember } from "./room.ts";

export function readFacts(value: unknown): RoomFacts | undefined {
  const { kind, name, topic, by, at, slow, archived } = fieldsOf(value);
  if (kind !== "public" && kind !== "private" && kind !== "direct" && kind !== "ai")
    return undefined;
  return {
    kind,
    name: textOf(name),
    topic: textOf(topic),
    by: textOf(by),
    at: numberOf(at),
    slow: numberOf(slow),
    archived: numberOf(archived),
  };
}

export function readRoomHead(value: unknown): RoomHead {
  const { n, at, by, text } = fieldsOf(value);
  return { n: numberOf(n), at: numberOf(at), by: textOf(by), text: textOf(text) };
}

export function readRoomMember(value: unknown): RoomMember | undefined {
  const { role, name, at, muted } = fieldsOf(value);
  if (role !== "owner" && role !== "member") return undefined;
  return { role, name: textOf(name), at: numberOf(at), muted: numberOf(muted) };
}

/** By uid. @param value `chat/{room}/members` */
export function readRoomMembers(value: unknown): Map<string, RoomMember> {
  const members = new Map<string, RoomMember>();
  for (const [uid, stored] of Object.entries(fieldsOf(value))) {
    const member = readRoomMember(stored);
    if (member) members.set(uid, member);
  }
  return members;
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
const textOf = (value: unknown) => (typeof value === "string" ? value : "");
const numberOf = (value: unknown) => (typeof value === "number" ? value : 0);
