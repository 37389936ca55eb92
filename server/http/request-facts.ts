import type { IncomingMessage, ServerResponse } from "node:http";

/** What every later step needs to know of a request. */
export type Exchange = {
  request: IncomingMessage;
  response: ServerResponse;
  id: string;
  /** Without the query. */
  path: string;
  /** With its `?`, or empty. */
  query: string;
  /** Address of the client. */
  client: () => string;
};

export type Handler = (exchange: Exchange) => Promise<void>;

export function splitTarget(target: string): { path: string; query: string } {
  const mark = target.indexOf("?");
  return mark === -1
    ? { path: target, query: "" }
    : { path: target.slice(0, mark), query: target.slice(mark) };
}
