/** One's own drive as the page has it: all nodes in memory, shown from this device first, changed through the server. */
import type { DriveAct, DriveActResult } from "#lib/drive/acts.ts";
import type { DriveNode } from "#lib/drive/node.ts";
import type { DriveTree } from "#lib/drive/tree.ts";

export type DriveState = {
  /** Without those that are gone; with those in the trash. */
  nodes: ReadonlyMap<string, DriveNode>;
  tree: DriveTree;
  /** cached: shown from this device, not looked up yet; offline: the last look got no answer. */
  status: "loading" | "cached" | "fresh" | "offline";
  /** A sentence: why the drive is not there, or not as it is now. */
  problem: string | undefined;
};

export type Drive = {
  /** The same object until something changes. */
  snapshot: () => DriveState;
  subscribe: (listener: () => void) => () => void;
  /**
   * Shown at once; what is refused is taken back. Any number: they go in several requests, one after the other.
   * @returns results in the order of the acts @throws NoAnswerError whose message is a sentence for who uses the page
   */
  act(acts: readonly DriveAct[]): Promise<DriveActResult[]>;
  /** Looks what has changed. Does not throw: `problem` says what went wrong. */
  refresh(): Promise<void>;
  close: () => void;
};
