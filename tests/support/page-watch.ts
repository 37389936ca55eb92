/** Collects what no page may do: print errors or warnings, throw, break its policy, talk to another origin. */
import type { BrowserContext } from "@playwright/test";

/** What Chromium says in every test but those of the worker (playwright.config.ts). */
const workerBlocked = "Service Worker registration blocked by Playwright";

export type PageWatch = {
  faults: string[];
  /** A fault that this test causes on purpose. */
  expectFault(pattern: RegExp): void;
  /** Those that nobody expects. */
  unexpected(): string[];
};

/** @param hosts those that the site's content security policy allows beside its own. */
export function watchPages(
  context: BrowserContext,
  originOf: () => string,
  hosts: readonly string[] = [],
): PageWatch {
  const faults: string[] = [];
  const expected: RegExp[] = [];
  context.on("console", (message) => {
    if (!["error", "warning"].includes(message.type())) return;
    if (message.text() === workerBlocked) return;
    faults.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
  });
  context.on("weberror", (error) => faults.push(`page error: ${String(error.error())}`));
  const watchRequest = (url: string) => {
    const { protocol, host } = new URL(url);
    if (["data:", "blob:", "about:"].includes(protocol)) return;
    if (host === new URL(originOf()).host || hosts.includes(host)) return;
    faults.push(`request to another origin: ${url}`);
  };
  context.on("request", (request) => watchRequest(request.url()));
  context.on("page", (page) => page.on("websocket", (socket) => watchRequest(socket.url())));
  return {
    faults,
    expectFault: (pattern) => void expected.push(pattern),
    unexpected: () => faults.filter((fault) => !expected.some((pattern) => pattern.test(fault))),
  };
}
