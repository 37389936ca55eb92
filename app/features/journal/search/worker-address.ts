/** Where the worker's file is. */
// The bundler makes it of the file.
// oxlint-disable-next-line import/default
import address from "./search-worker.ts?worker&url";

export const searchWorkerAddress: string = address;

/** Into the browser's keeping, so that the search also begins without a network. */
export async function keepSearchWorker(): Promise<void> {
  await fetch(address);
}
