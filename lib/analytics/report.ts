/** What `/api/analytics` answers. All days and hours are UTC. */

/** Lists of a report that single views can be looked through by. */
export const dimensions = ["path", "referrer", "country", "device", "browser", "campaign"] as const;
export type Dimension = (typeof dimensions)[number];

/** `entry` and `exit`: the first and the last page of visits. */
export const listNames = [...dimensions, "entry", "exit"] as const;
export type ListName = (typeof listNames)[number];

/** Of `entry` and `exit` both are visits. */
export type Count = { views: number; visitors: number };
type ListRow = Count & { name: string };
export type List = {
  /** Most views first. */
  rows: ListRow[];
  /** What is in none of the rows. */
  other: Count;
};

export type Totals = {
  views: number;
  /** Of several days: the sum of the days, each of which tells visitors apart anew. */
  visitors: number;
  /** Views of one visitor with less than half an hour between them. */
  visits: number;
  /** Visits of one view. */
  bounces: number;
  /** Views of people who asked not to be followed: they are in `views` and `unnamed` only. */
  unnamed: number;
};

export type Point = Count & {
  /** `2026-01-31T09` (an hour), `2026-01-31` or `2026-01`; of a period that goes on none that is to come. */
  at: string;
};

export type Period = { from: string; to: string; totals: Totals; points: Point[] };

/** Something that may be why figures changed. `at`: ISO. */
export type Annotation = { at: string; kind: "published" | "new-version"; text: string };

export type Filter = Partial<Record<Dimension, string>>;

export type AnalyticsReport = Period & {
  unit: "hour" | "day" | "month";
  /** The same number of days before; null unless asked for. */
  before: Period | null;
  lists: Record<ListName, List>;
  /** Not in any other figure. `suspected`: they call themselves browsers and do not act like one. */
  bots: { named: number; suspected: number };
  annotations: Annotation[];
  /** The first day that anything was counted on; null before there is one. */
  since: string | null;
  countries: CountriesState;
  /** Of a filtered report: how many single views were looked through, and whether older ones were left out. */
  filtered: { looked: number; isCut: boolean; keptDays: number } | null;
};

/** Whether the server can tell countries apart, and if not, why. */
export type CountriesState = "on" | "none" | "unreadable";

/** People who are here: views of the last five minutes. */
export type LiveNow = { views: number; visitors: number; paths: { name: string; views: number }[] };

export const vitalNames = ["LCP", "INP", "CLS", "FCP", "TTFB"] as const;
export type VitalName = (typeof vitalNames)[number];

/** Milliseconds, CLS without unit: what three of four loads stay below, to within a twentieth. */
export type Vital = { p75: number; loads: number };
export type VitalRow = {
  /** "" is all pages together. */
  path: string;
  device: string;
  vitals: Partial<Record<VitalName, Vital>>;
};
export type VitalsReport = { isOn: boolean; from: string; to: string; rows: VitalRow[] };
