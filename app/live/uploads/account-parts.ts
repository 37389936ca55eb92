import type { SessionEnd } from "./end-session.ts";
import type { Waiting } from "./patience.ts";
import type { StorageCalls } from "./storage-calls.ts";
import type { StoragePlace } from "../firebase.ts";
import type { Message, Tabs } from "./tabs.ts";
import type { UploadRecords } from "./upload-records.ts";

/** What the uploads of an account are made of in a page; open-uploads.ts has a browser's. */
export type AccountParts = SessionEnd & {
  uid: string;
  place: StoragePlace;
  calls: StorageCalls;
  records: UploadRecords;
  openTabs(on: { message(message: Message): void; ended(tab: string): void }): Promise<Tabs>;
  waiting: Waiting;
  nextFrame(this: void, call: () => void): void;
};
