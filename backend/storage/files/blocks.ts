/**
 * The memory through which contents pass on their way to the disk and to the thread that hashes. It is used again and
 * again: giving a new piece to each chunk would cost more than writing and hashing it.
 */

export const BLOCK_BYTES = 256 * 1024;
const MAX_FREE = 32;

export type Block = Uint8Array<SharedArrayBuffer>;

const free: Block[] = [];

export function takeBlock(): Block {
  return free.pop() ?? new Uint8Array(new SharedArrayBuffer(BLOCK_BYTES));
}

/** Nobody reads or writes it any more. */
export function giveBlock(block: Block): void {
  if (free.length < MAX_FREE) free.push(block);
}
