/** What a service of the backend refuses, as one kind of error whatever form its answer has. */
import { BackendError } from "#lib/server-backend.ts";

/** Google's canonical codes for statuses whose answer does not name one. */
const codes: Record<number, string> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  402: "RESOURCE_EXHAUSTED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  408: "UNAVAILABLE",
  409: "ALREADY_EXISTS",
  412: "FAILED_PRECONDITION",
  413: "INVALID_ARGUMENT",
  416: "OUT_OF_RANGE",
  429: "RESOURCE_EXHAUSTED",
  501: "UNIMPLEMENTED",
};

type ErrorBody = { error?: string | { status?: string; message?: string } };

/** Reads the whole answer. */
export async function toBackendError(response: Response): Promise<BackendError> {
  const text = await response.text();
  const { code, message } = readError(text);
  // Whatever stands in front of the service answers with pages of its own.
  const usual = codes[response.status] ?? (response.status >= 500 ? "UNAVAILABLE" : "UNKNOWN");
  return new BackendError(code ?? usual, message ?? `${response.status}: ${text.slice(0, 300)}`);
}

/** @throws BackendError when the answer is not JSON. */
export async function readAnswer(response: Response): Promise<unknown> {
  if (!response.ok) throw await toBackendError(response);
  try {
    return await response.json();
  } catch (error) {
    throw new BackendError("UNAVAILABLE", "The backend's answer is not JSON.", error);
  }
}

/** A stream that breaks off carries its error as an element, after a 200. */
export function brokenStreamError(answer: unknown): BackendError | undefined {
  if (!Array.isArray(answer)) return undefined;
  const broken: unknown = answer.find(hasError);
  if (broken === undefined) return undefined;
  const { code, message } = readError(JSON.stringify(broken));
  return new BackendError(code ?? "UNKNOWN", message ?? "The answer breaks off.");
}

function readError(text: string): { code?: string | undefined; message?: string | undefined } {
  try {
    const body = JSON.parse(text) as unknown;
    const { error } = (Array.isArray(body) ? body.find(hasError) : body) as ErrorBody;
    if (typeof error === "string") return { message: error };
    return { code: error?.status, message: error?.message };
  } catch {
    // Not JSON, or JSON that says nothing of an error.
    return {};
  }
}

function hasError(element: unknown): boolean {
  return typeof element === "object" && element !== null && "error" in element;
}
