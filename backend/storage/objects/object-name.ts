import { invalidArgument } from "../errors.ts";

const MAX_NAME_BYTES = 1024;

/**
 * The rules for names of Cloud Storage (https://cloud.google.com/storage/docs/objects#naming), and no control
 * characters. A name is never a path on the disk.
 * @throws OperationError INVALID_ARGUMENT
 */
export function checkObjectName(name: string): void {
  if (name === "") throw invalidArgument("The object's name is missing.");
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) {
    throw invalidArgument(`An object's name must not be longer than ${MAX_NAME_BYTES} bytes.`);
  }
  // oxlint-disable-next-line no-control-regex
  if (/[\0-\x1f\x7f]/.test(name)) {
    throw invalidArgument("An object's name must not contain control characters.");
  }
  if (!name.isWellFormed()) throw invalidArgument("An object's name must be valid Unicode.");
  // Harmless here; whoever makes files of the objects, or an archive, would write to other places.
  if (name.split("/").some((segment) => segment === "." || segment === "..")) {
    throw invalidArgument("An object's name must not have . or .. between its slashes.");
  }
}
