/** Answers of the REST dialect; the only file that knows its status codes. */
import {
  BadJsonError,
  BodyTooLargeError,
  CredentialError,
  ServerBusyError,
} from "../http/index.ts";
import { type Log, OperationError, StoreError } from "../sqlite/index.ts";

const STATUS: Record<string, number> = {
  permission_denied: 401,
  invalid_token: 401,
  datastale: 412,
  too_big: 400,
  invalid_data: 400,
  invalid_path: 400,
  invalid_query: 400,
};

export type Print = "normal" | "pretty" | "silent";

/** Of a request that is refused before the store sees it, or whose answer is not given. */
export class HttpRefusal extends Error {
  override readonly name = "HttpRefusal";
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** @param text JSON */
export function jsonAnswer(
  status: number,
  text: string,
  form: {
    print?: Print;
    /** Of what is stored, when it was asked for. */
    etag?: string | undefined;
    /** The file that a browser is to save it as. */
    download?: string | undefined;
  } = {},
): Response {
  const { print = "normal", etag, download } = form;
  const headers = new Headers({ "cache-control": "no-store" });
  if (etag !== undefined) headers.set("etag", etag === "" ? "null_etag" : etag);
  if (print === "silent" && status === 200) return new Response(null, { status: 204, headers });
  headers.set("content-type", "application/json; charset=utf-8");
  if (download !== undefined) headers.set("content-disposition", attachment(download));
  const body = print === "pretty" ? JSON.stringify(JSON.parse(text), null, 2) : text;
  return new Response(body, { status, headers });
}

/** @param events as an event stream has them */
export function streamAnswer(events: ReadableStream<Uint8Array>): Response {
  const headers = {
    "content-type": "text/event-stream",
    "cache-control": "no-store",
    // A proxy that gathers what it passes on would hold events back.
    "x-accel-buffering": "no",
  };
  return new Response(events, { headers });
}

export function errorAnswer(error: unknown, log: Log): Response {
  if (error instanceof HttpRefusal) return refusal(error.status, error.message);
  if (error instanceof BodyTooLargeError) return refusal(413, error.message);
  if (error instanceof BadJsonError) return refusal(400, error.message);
  if (error instanceof CredentialError) return refusal(401, error.message);
  if (error instanceof OperationError && STATUS[error.code] !== undefined) {
    return refusal(STATUS[error.code] as number, error.message);
  }
  // Not JSON: nobody may take a failure that passes for a verdict.
  const isStoreBusy = error instanceof StoreError && error.code !== "operation-failed";
  if (isStoreBusy || error instanceof ServerBusyError) {
    return temporary(503, error.message, { "retry-after": "1" });
  }
  log.error({ err: error }, "A request for the database failed");
  return temporary(500, "The server failed; try again.");
}

function temporary(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(text, { status, headers: { "cache-control": "no-store", ...headers } });
}

function refusal(status: number, message: string): Response {
  return jsonAnswer(status, JSON.stringify({ error: message }));
}

/** Nothing of the name can end the header, or name a file elsewhere. */
function attachment(fileName: string): string {
  const plain = fileName.replace(/[^ -~]|["\\%/:*?<>|]/g, "_");
  const encoded = encodeURIComponent(fileName.replace(/[/\\]/g, "_").toWellFormed());
  const escaped = encoded.replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${escaped}`;
}
