/** What this room refuses; the codes are the statuses of Firebase's socket protocol. */
import { OperationError } from "../sqlite/index.ts";

export const permissionDenied = () => new OperationError("permission_denied", "Permission denied");

export const dataStale = () =>
  new OperationError("datastale", "The data has changed since it was read; read it again.");

export const invalidData = (message: string) => new OperationError("invalid_data", message);

export const invalidPath = (message: string) => new OperationError("invalid_path", message);

export const invalidQuery = (message: string) => new OperationError("invalid_query", message);

export const tooBig = (message: string) => new OperationError("too_big", message);

export const invalidToken = (message: string) => new OperationError("invalid_token", message);

/** Short enough for a message, whatever was sent. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
}
