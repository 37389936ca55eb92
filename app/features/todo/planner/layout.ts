/** Where the blocks of a day stand: side by side where they overlap, and behind a number where they are too many. */
import { dayMinutes } from "./entries.ts";
import type { Segment } from "./entries.ts";

type Lane = {
  /** Drawn, in minutes of the day. */
  from: number;
  to: number;
  /** From 0, of so many. */
  lane: number;
  lanes: number;
};

export type Placed = Lane & { segment: Segment };
type More = Lane & { segments: readonly Segment[] };
type DayLayout = { placed: readonly Placed[]; more: readonly More[] };

/** What is shorter is drawn so long: it has a title, and can be pressed. */
export const leastDrawn = 30;

type Span = { segment: Segment; from: number; to: number };

export function layoutDay(segments: readonly Segment[], mostLanes: number): DayLayout {
  const placed: Placed[] = [];
  const more: More[] = [];
  for (const cluster of clustersOf(segments.map(spanOf).toSorted(byTime))) {
    const all = assign(cluster, mostLanes);
    if (all.left.length === 0) {
      placed.push(...all.placed);
      continue;
    }
    const { placed: some, left } = assign(cluster, mostLanes - 1);
    placed.push(...some.map((one) => ({ ...one, lanes: mostLanes })));
    for (const spans of clustersOf(left.toSorted(byTime))) {
      more.push({ ...around(spans), lane: mostLanes - 1, lanes: mostLanes });
    }
  }
  return { placed, more };
}

function spanOf(segment: Segment): Span {
  const from = Math.min(segment.from, dayMinutes - leastDrawn);
  return { segment, from, to: Math.max(segment.to, from + leastDrawn) };
}

/** The earlier first, then the longer. */
function byTime(a: Span, b: Span): number {
  return a.from - b.from || b.to - a.to || (a.segment.entry.key < b.segment.entry.key ? -1 : 1);
}

/** Those in a row of which each overlaps another one. */
function clustersOf(sorted: readonly Span[]): Span[][] {
  const clusters: Span[][] = [];
  let end = -1;
  for (const span of sorted) {
    if (span.from >= end) clusters.push([]);
    clusters.at(-1)!.push(span);
    end = Math.max(end, span.to);
  }
  return clusters;
}

/** The first lane that is free; who finds none is left. */
function assign(cluster: readonly Span[], most: number): { placed: Placed[]; left: Span[] } {
  const ends: number[] = [];
  const found: { span: Span; lane: number }[] = [];
  const left: Span[] = [];
  for (const span of cluster) {
    const free = ends.findIndex((end) => end <= span.from);
    const lane = free === -1 ? ends.length : free;
    if (lane >= most) {
      left.push(span);
      continue;
    }
    ends[lane] = span.to;
    found.push({ span, lane });
  }
  const lanes = ends.length;
  return { placed: found.map(({ span, lane }) => ({ ...span, lane, lanes })), left };
}

function around(spans: readonly Span[]): Pick<More, "from" | "to" | "segments"> {
  return {
    from: spans[0]!.from,
    to: Math.max(...spans.map(({ to }) => to)),
    segments: spans.map(({ segment }) => segment),
  };
}
