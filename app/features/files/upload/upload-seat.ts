/** What the parts of a page may do with the place for uploads around them. */
import { createContext, useContext } from "react";
import type { DriveFile } from "#lib/drive/node.ts";
import type { DriveUploads } from "./drive-uploads.ts";
import type { Handed } from "./read-given.ts";

export type UploadSeat = {
  /** Undefined until they are read. */
  uploads: DriveUploads | undefined;
  mayWrite: boolean;
  /** There are uploads, or what became of the last ones. */
  hasReport: boolean;
  /** @param more.version the one file becomes the next version of this one */
  give: (
    coming: Promise<Handed> | Handed,
    more?: { pasted?: boolean; version?: DriveFile; isAgain?: boolean },
  ) => Promise<void>;
  showReport: () => void;
};

export const PlaceContext = createContext<UploadSeat | undefined>(undefined);

export function useUploadSeat(): UploadSeat | undefined {
  return useContext(PlaceContext);
}
