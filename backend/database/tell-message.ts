/** What sockets are sent of a change. It is made once for all listens that are told the same. */
import { type Message, encodeMessage } from "./frames.ts";
import type { Listen, Told } from "./listen.ts";
import { formatPath } from "./path.ts";

const made = new WeakMap<Told, Map<number | undefined, Message>>();

/** @param told of this listen's view, whose listens differ in the tag alone. */
export function tellMessage({ path, tag }: Listen, told: Told): Message {
  let byTag = made.get(told);
  if (byTag === undefined) made.set(told, (byTag = new Map()));
  let message = byTag.get(tag);
  if (message === undefined) byTag.set(tag, (message = encodeMessage(format(path, tag, told))));
  return message;
}

function format(path: Listen["path"], tag: number | undefined, { kind, at, data }: Told): string {
  const p = JSON.stringify([formatPath(path), at].filter((text) => text !== "").join("/"));
  const t = tag === undefined ? "" : `,"t":${tag}`;
  const action = kind === "put" ? "d" : "m";
  return `{"t":"d","d":{"a":"${action}","b":{"p":${p},"d":${data}${t}}}}`;
}
