/** How a task comes again; kept in `todos/{uid}/series`. */
export type Rule = {
  /** RFC 5545 without a zone: `FREQ=MONTHLY;BYMONTHDAY=1`. */
  rule: string;
  /** By the calendar, or so long after it was completed. */
  mode: "schedule" | "after";
  /** Local, of the first: `2026-12-01` or `2026-12-01T09:00`. */
  start: string;
  /** IANA name; empty without a time. */
  zone: string;
};
