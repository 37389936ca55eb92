import type { DriveNode } from "#lib/drive/node.ts";
import { fileHeaders } from "#lib/file-headers.ts";

/** One folder is saved under its name; of several nodes nobody knows a better one. */
export function zipNameOf(nodes: readonly DriveNode[]): string {
  const [first] = nodes;
  return `${nodes.length === 1 && first ? first.name : "Files"}.zip`;
}

/** Its length is not known before: what vanishes meanwhile is left out. */
export function zipHeaders(name: string): Record<string, string> {
  return {
    ...fileHeaders({
      name,
      contentType: "application/zip",
      sniffedType: undefined,
      wantedDisposition: "attachment",
    }),
    "cache-control": "no-store",
  };
}
