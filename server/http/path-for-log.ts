/** Whoever has the rest of such an address has what it opens. */
const secretPaths = /(\/(?:calendar|filestorageapp|share|taskmanager|ticket)\/).*/is;

/** What of a request's path may stand in the log. */
export function pathForLog(path: string): string {
  return path.replace(secretPaths, "$1…");
}
