/** A week of tasks by the hour: what is planned and what is due. */
import { Button } from "@mantine/core";
import { useCallback, useEffect, useId, useMemo, useRef, useState } from "react";
import type { Ref, RefObject } from "react";
import { dateOf, dayOf } from "#lib/dates/floating.ts";
import { quoted } from "#lib/quoted.ts";
import type { ListHandle } from "../list/task-list.tsx";
import { useSettings, useTodoApp, useZone } from "../use-todos.ts";
import { CrowdDialog } from "./crowd-dialog.tsx";
import { watchEdges } from "./edge-drag.ts";
import { usualMinutes } from "./entries.ts";
import type { Day, Entry, Slot } from "./entries.ts";
import { PlaceDialog } from "./place-dialog.tsx";
import { putInSlot, takeOut } from "./planner-acts.ts";
import { watchPlannerDrag } from "./planner-drag.ts";
import type { Dragged } from "./planner-drag.ts";
import type { EntryActs } from "./planner-entry.tsx";
import { PlannerGrid } from "./planner-grid.tsx";
import type { Crowd } from "./planner-grid.tsx";
import { isSameSlot } from "./slots.ts";
import { Unplanned } from "./unplanned.tsx";
import { useDays, usePlanner, useRoom, useShownDay } from "./use-planner.ts";
import { usePlannerKeys } from "./use-planner-keys.ts";
import { daysWords, shownDays, slotWords } from "./week.ts";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../../styles/todo-planner.css";

type Props = {
  ref: Ref<ListHandle>;
  today: string;
  opened: string | undefined;
  onOpen: (id: string) => void;
  onMove: (ids: readonly string[]) => void;
};

type Asked = Pick<Entry, "id" | "of"> & { entry: Entry | undefined };

export function Planner({ ref, today, opened, onOpen, onMove }: Props) {
  const help = useId();
  const app = useTodoApp();
  const zone = useZone();
  const { weekStart, hours } = useSettings();
  const place = useRef<HTMLElement>(null);
  const room = useRoom(place);
  const planner = usePlanner(zone);
  const [shownDay, showDay] = useShownDay();
  const days = useMemo(
    () => shownDays(shownDay, today, room.days, weekStart),
    [shownDay, today, room.days, weekStart],
  );
  const shown = useDays(planner, days, { today, zone });
  const [asked, setAsked] = useState<Asked>();
  const [crowd, setCrowd] = useState<Crowd>();
  const [said, setSaid] = useState("");
  const entryOf = (key: string) => entriesIn(shown).find((entry) => entry.key === key);

  function put(of: Pick<Entry, "id" | "of">, slot: Slot, isStep: boolean): void {
    const title = quoted(app.store.task(of.id)?.title ?? "");
    if (!putInSlot(app, { ...of, slot, isStep })) return;
    setSaid(`${title}: ${slotWords(slot)}.`);
    keys.focus(`${of.of} ${of.id}`);
    // It is followed where it goes out of sight.
    if (!days.includes(slot.day)) showDay(slot.day);
  }
  const keys = usePlannerKeys({
    ref,
    place,
    workFrom: hours.from * 60,
    entryOf,
    onOpen,
    onMove: (entry) => setAsked({ id: entry.id, of: entry.of, entry }),
    onStep(entry, slot) {
      if (!isSameSlot(entry, slot)) put(entry, slot, true);
    },
  });
  useDrags(place, {
    onPlace(dragged, slot) {
      const old = entryOf(`${dragged.of} ${dragged.id}`);
      if (!old || !isSameSlot(old, slot))
        put({ ...dragged, of: dragged.of ?? "plan" }, slot, false);
    },
    onTakeOut: ({ id, of = "plan" }) => takeOut(app, id, of),
    onLength(key, minutes) {
      const entry = entryOf(key);
      if (entry) put(entry, { ...entry, minutes }, false);
    },
  });
  const now = useRef(entryOf);
  useEffect(() => {
    now.current = entryOf;
  });
  const acts = useMemo<EntryActs>(
    () => ({
      open(id) {
        setCrowd(undefined);
        onOpen(id);
      },
      move({ id, of }) {
        setCrowd(undefined);
        setAsked({ id, of, entry: now.current(`${of} ${id}`) });
      },
    }),
    [onOpen],
  );
  const side = (
    <Unplanned tasks={planner.unplanned} today={today} isOpenAtFirst={room.days > 1} acts={acts} />
  );

  return (
    <>
      {/* The keys are a shorter way to what its buttons do. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <section
        ref={place}
        className="planner"
        aria-label="Planner"
        aria-describedby={help}
        data-wide={room.isWide || undefined}
        onKeyDown={keys.onKeyDown}
        onFocus={keys.onFocus}
        onBlur={keys.onBlur}
      >
        <p id={help} className="unseen">
          Alt with an arrow moves a task by a quarter of an hour or a day, with Shift its end. #
          asks for a day and time.
        </p>
        <output className="unseen">{said}</output>
        <PlannerBar days={days} today={today} onShow={showDay} />
        {room.isWide ? null : side}
        <PlannerGrid
          days={days}
          shown={shown}
          today={today}
          lanes={room.lanes}
          hours={hours}
          opened={opened}
          acts={acts}
          onMore={setCrowd}
        />
        {room.isWide ? side : null}
      </section>
      {crowd ? (
        <CrowdDialog
          title={crowd.title}
          entries={crowd.entries.flatMap(({ key }) => entryOf(key) ?? [])}
          today={today}
          acts={acts}
          onClose={() => setCrowd(undefined)}
        />
      ) : null}
      {asked ? (
        <PlaceDialog
          {...dialogOf(asked, app.store.task(asked.id), {
            day: days.includes(today) ? today : days[0]!,
            hour: hours.from,
          })}
          onPlace={(slot) => put(asked, slot, false)}
          onTakeOut={asked.entry ? () => takeOut(app, asked.id, asked.of) : undefined}
          onElsewhere={() => {
            setAsked(undefined);
            onMove([asked.id]);
          }}
          onClose={() => setAsked(undefined)}
        />
      ) : null}
    </>
  );
}

type BarProps = { days: readonly string[]; today: string; onShow: (day: string) => void };

function PlannerBar({ days, today, onShow }: BarProps) {
  const count = days.length;
  const by = (step: 1 | -1) => onShow(dateOf(dayOf(days[0]!) + step * count));
  const unit = count === 7 ? "week" : count === 1 ? "day" : `${count} days`;
  return (
    <div className="planner-bar">
      <p aria-live="polite">{daysWords(days)}</p>
      <Button
        variant="default"
        size="compact-md"
        aria-label={`Last ${unit}`}
        onClick={() => by(-1)}
      >
        ←
      </Button>
      <Button
        variant="default"
        size="compact-md"
        disabled={days.includes(today)}
        onClick={() => onShow("")}
      >
        {count === 7 ? "This week" : "Today"}
      </Button>
      <Button variant="default" size="compact-md" aria-label={`Next ${unit}`} onClick={() => by(1)}>
        →
      </Button>
    </div>
  );
}

function entriesIn(shown: readonly Day[]): Entry[] {
  return shown.flatMap(({ allDay, timed }) => [...allDay, ...timed.map(({ entry }) => entry)]);
}

type DialogTask = { title: string; minutes: number | null } | undefined;

function dialogOf(
  { of, entry }: Asked,
  task: DialogTask,
  { day, hour }: { day: string; hour: number },
) {
  const minutes = task?.minutes ?? usualMinutes;
  return { title: task?.title ?? "", of, slot: entry ?? { day, start: hour * 60, minutes } };
}

type Drags = {
  onPlace: (dragged: Dragged, slot: Slot) => void;
  onTakeOut: (dragged: Dragged) => void;
  onLength: (key: string, minutes: number) => void;
};

function useDrags(place: RefObject<HTMLElement | null>, drags: Drags): void {
  const now = useRef(drags);
  useEffect(() => {
    now.current = drags;
  });
  const start = useCallback((element: HTMLElement) => {
    const ends = [
      watchPlannerDrag({
        place: element,
        onPlace: (dragged, slot) => now.current.onPlace(dragged, slot),
        onTakeOut: (dragged) => now.current.onTakeOut(dragged),
      }),
      watchEdges({
        place: element,
        onLength: (key, minutes) => now.current.onLength(key, minutes),
      }),
    ];
    return () => ends.forEach((end) => end());
  }, []);
  useEffect(() => (place.current ? start(place.current) : undefined), [place, start]);
}
