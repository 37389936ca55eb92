/** What `/api/health` tells an admin of the state of the site, in words. */

/** `unknown`: cannot be known here, for example on Firebase. */
export type HealthState = "ok" | "warn" | "bad" | "unknown";

export type HealthCheck = {
  /** `mail`, `disk`, …: unique. */
  id: string;
  title: string;
  state: HealthState;
  /** What is, in a sentence. */
  text: string;
  /** What to do, in a sentence; empty when there is nothing to do. */
  todo: string;
  /** Where it is done: a path on this site. */
  path?: string;
};

export type Health = {
  /** ISO. By the server's clock. */
  at: string;
  checks: HealthCheck[];
};

/** What a test mail came to. */
export type MailTest = {
  outcome: "sent" | "refused" | "unreachable";
  to: string;
  /** In words, with what the mail server said. */
  text: string;
};
