/** A stored file of which only the parts come that somebody looks at. */
import { ApiError } from "../api.ts";
import { type DriveBytes, driveTicket, dropTicket } from "./drive-tickets.ts";

export type RemoteFile = {
  /** Bytes, as its node has it. */
  size: number;
  /**
   * Fewer where the file ends before.
   * @param end the first byte that is not asked for
   * @throws RemoteFileError; the signal's reason
   */
  read(start: number, end: number, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>>;
};

/** gone: deleted, or not for this account any more; damaged: its bytes are not what its kind says. */
export type RemoteFileState = "gone" | "offline" | "failed" | "damaged";

/** `message` is a sentence for who looks at the file. */
export class RemoteFileError extends Error {
  override readonly name = "RemoteFileError";
  readonly state: RemoteFileState;
  constructor(state: RemoteFileState, message: string, cause?: unknown) {
    super(message, { cause });
    this.state = state;
  }
}

const readTimeoutMs = 60_000;

export type RemoteDeps = {
  ticket: (bytes: DriveBytes) => Promise<string>;
  dropTicket: (bytes: DriveBytes) => Promise<void>;
  fetch: typeof globalThis.fetch;
};

export function openRemoteFile(
  bytes: DriveBytes,
  size: number,
  deps: RemoteDeps = {
    ticket: driveTicket,
    dropTicket,
    fetch: (address, options) => fetch(address, options),
  },
): RemoteFile {
  async function ask(range: string, signal: AbortSignal | undefined): Promise<Response> {
    const timeout = AbortSignal.timeout(readTimeoutMs);
    const options: RequestInit = {
      headers: { Range: range },
      credentials: "omit",
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    };
    const answer = await deps.fetch(await deps.ticket(bytes), options);
    if (![401, 403, 404].includes(answer.status)) return answer;
    // It has ended, perhaps earlier than was said.
    await answer.body?.cancel();
    await deps.dropTicket(bytes);
    return deps.fetch(await deps.ticket(bytes), options);
  }

  return {
    size,
    async read(start, end, signal) {
      if (end <= start) return new Uint8Array();
      try {
        const answer = await ask(`bytes=${start}-${end - 1}`, signal);
        if (answer.status === 416) return new Uint8Array();
        if (!answer.ok) throw refusalOf(answer.status);
        const skip = answer.status === 206 ? 0 : start;
        return await firstBytes(answer, skip, end - start);
      } catch (error) {
        signal?.throwIfAborted();
        throw remoteProblem(error);
      }
    },
  };
}

/** What went wrong on the way to a file's bytes, or to its ticket. */
export function remoteProblem(error: unknown): RemoteFileError {
  if (error instanceof RemoteFileError) return error;
  if (error instanceof ApiError && [401, 403, 404].includes(error.status)) {
    if (error.status === 401) return new RemoteFileError("failed", error.message, error);
    return refusalOf(404);
  }
  if (error instanceof ApiError && error.status !== 0) {
    return new RemoteFileError("failed", error.message, error);
  }
  if (!navigator.onLine) {
    const text = "You are offline. It is shown as soon as there is a connection.";
    return new RemoteFileError("offline", text, error);
  }
  const text = "The server cannot be reached. Check your connection and try again.";
  return new RemoteFileError("offline", text, error);
}

function refusalOf(status: number): RemoteFileError {
  if ([401, 403, 404].includes(status)) {
    return new RemoteFileError("gone", "This file is not there any more, or not shared with you.");
  }
  if (status === 429) {
    return new RemoteFileError("failed", "That was too much at once. Try again in a moment.");
  }
  return new RemoteFileError("failed", "The file cannot be read just now. Try again in a moment.");
}

/** What is not asked for is not loaded, also where the answer is the whole file. */
async function firstBytes(
  answer: Response,
  skip: number,
  most: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let [passed, had] = [0, 0];
  const reader = answer.body?.getReader();
  if (reader === undefined) return new Uint8Array();
  try {
    while (had < most) {
      // oxlint-disable-next-line no-await-in-loop -- a stream
      const { done, value } = await reader.read();
      if (done) break;
      const from = Math.min(value.length, Math.max(0, skip - passed));
      passed += value.length;
      const piece = value.subarray(from, from + most - had);
      had += piece.length;
      pieces.push(piece);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  const whole = new Uint8Array(had);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
