/** Vitest's setup of each file: a store whose modules are all ours gets the bundles of bundle-store-threads.ts. */
import { syncBuiltinESMExports } from "node:module";
import workerThreads from "node:worker_threads";
import type { WorkerOptions } from "node:worker_threads";
import { inject } from "vitest";

const bundles = new Map(Object.entries(inject("storeThreads")));
const { Worker } = workerThreads;
type Sent = { href: string };

class BundledWorker extends Worker {
  constructor(source: URL | string, options: WorkerOptions = {}) {
    const bundle = bundles.get(String(source));
    const sent: Sent[] = options.workerData?.modules ?? [];
    const modules = sent.map(({ href, ...more }) => ({ ...more, href: bundles.get(href) }));
    if (bundle === undefined || modules.some(({ href }) => href === undefined)) {
      super(source, options);
    } else {
      super(new URL(bundle), { ...options, workerData: { ...options.workerData, modules } });
    }
  }
}

if (Worker.name !== BundledWorker.name) {
  workerThreads.Worker = BundledWorker;
  syncBuiltinESMExports();
}
