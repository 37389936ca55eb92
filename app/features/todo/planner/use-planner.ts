/** The planner for React: what it shows, how much room it has, and which day it begins with. */
import { useCallback, useLayoutEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { RefObject } from "react";
import { useNavigate } from "react-router";
import { useQueryFilter } from "#app/ui/use-query-filter.ts";
import type { TodoStore } from "../index/todo-store.ts";
import { watchDay } from "#app/parts/tool-frame/watch-day.ts";
import { nowOf } from "../now.ts";
import { useTodoApp } from "../use-todos.ts";
import { comingEntries, dayIn, daysOf, plannerOf } from "./entries.ts";
import type { Day, Planner } from "./entries.ts";

/** Read anew when a task gets another time or place, not for each letter of its title. */
export function usePlanner(zone: string): Planner {
  const { store } = useTodoApp();
  const listen = useCallback((changed: () => void) => store.subscribe("rows", changed), [store]);
  const read = useMemo(() => readerOf(store, zone), [store, zone]);
  return useSyncExternalStore(listen, read);
}

function readerOf(store: TodoStore, zone: string): () => Planner {
  let last: { version: number; planner: Planner } | undefined;
  return () => {
    const version = store.version("rows");
    if (last?.version !== version) {
      last = { version, planner: plannerOf(store.tasks().values(), zone) };
    }
    return last.planner;
  };
}

/** What stands on these days, with what series will bring. */
export function useDays(
  planner: Planner,
  days: readonly string[],
  { today, zone }: { today: string; zone: string },
): Day[] {
  const { store } = useTodoApp();
  return useMemo(() => {
    const coming = comingEntries(planner.repeating, {
      days,
      today,
      zone,
      ruleOf: (series) => store.rule(series),
    });
    const later = daysOf(coming);
    return days.map((day) => {
      const [own, added] = [dayIn(planner.days, day), dayIn(later, day)];
      return {
        allDay: [...own.allDay, ...added.allDay],
        timed: [...own.timed, ...added.timed],
      };
    });
  }, [planner, days, today, zone, store]);
}

/** Of the address; empty: today. Another one is a step that Back takes back. */
export function useShownDay(): [string, (day: string) => void] {
  const [{ week }] = useQueryFilter(noWeek);
  const navigate = useNavigate();
  const go = useCallback(
    (day: string) => {
      const search = new URLSearchParams(location.search);
      if (day === "") search.delete("week");
      else search.set("week", day);
      void navigate(
        { search: search.toString() },
        { preventScrollReset: true, defaultShouldRevalidate: false },
      );
    },
    [navigate],
  );
  return [week, go];
}

const noWeek = { week: "" };

/** Minutes since midnight. */
export function useMinuteNow(): number {
  const { store } = useTodoApp();
  return useSyncExternalStore(watchDay, () => {
    const [hours = 0, minutes = 0] = nowOf(store).local.slice(11).split(":").map(Number);
    return hours * 60 + minutes;
  });
}

type Room = {
  /** How many days are side by side. */
  days: 1 | 3 | 7;
  /** How many blocks of the same time are, on a day. */
  lanes: number;
  /** The list of what is not planned stands beside them. */
  isWide: boolean;
};

/** Pixels, as todo-planner.css has them. */
const sideWidth = 272;
const hoursWidth = 48;

/** Follows the width of the place. */
export function useRoom(place: RefObject<HTMLElement | null>): Room {
  const [room, setRoom] = useState<Room>({ days: 7, lanes: 3, isWide: true });
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const measure = () => {
      const next = roomOf(element.getBoundingClientRect().width);
      setRoom((last) => (isSameRoom(last, next) ? last : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  return room;
}

function roomOf(width: number): Room {
  const isWide = width >= 860;
  const grid = width - hoursWidth - (isWide ? sideWidth : 0);
  const days = grid >= 448 ? 7 : grid >= 288 + hoursWidth ? 3 : 1;
  return { days, lanes: Math.min(Math.max(Math.floor(grid / days / 44), 2), 6), isWide };
}

function isSameRoom(one: Room, other: Room): boolean {
  return one.days === other.days && one.lanes === other.lanes && one.isWide === other.isWide;
}
