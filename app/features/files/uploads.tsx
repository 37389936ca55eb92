/** Uploads around the room: their code comes after the list, which is not drawn anew for that. */
import { useEffect, useState, useSyncExternalStore } from "react";
import type { ReactNode } from "react";
import { UploadPlace } from "./late-views.tsx";
import type { DriveSource } from "./source.ts";
import { PlaceContext, type UploadSeat, useUploadSeat } from "./upload/upload-seat.ts";

type SeatStore = {
  put(seat: UploadSeat | undefined): void;
  seat: () => UploadSeat | undefined;
  subscribe: (listener: () => void) => () => void;
};

type Props = {
  source: DriveSource;
  /** Undefined where nothing can be put. */
  folder: string | undefined;
  children: ReactNode;
};

export function Uploads({ source, folder, children }: Props) {
  const [store] = useState(createSeatStore);
  return (
    <>
      <Seated store={store}>{children}</Seated>
      <UploadPlace source={source} folder={folder}>
        <GiveSeat store={store} />
      </UploadPlace>
    </>
  );
}

function Seated({ store, children }: { store: SeatStore; children: ReactNode }) {
  const seat = useSyncExternalStore(store.subscribe, store.seat);
  return <PlaceContext value={seat}>{children}</PlaceContext>;
}

function GiveSeat({ store }: { store: SeatStore }) {
  const seat = useUploadSeat();
  useEffect(() => store.put(seat), [store, seat]);
  return null;
}

function createSeatStore(): SeatStore {
  const listeners = new Set<() => void>();
  let newest: UploadSeat | undefined;
  let told: UploadSeat | undefined;
  return {
    put(seat) {
      newest = seat;
      if (!seat || isSame(told, seat)) return;
      told = {
        ...seat,
        give: async (...given) => newest?.give(...given),
        showReport: () => newest?.showReport(),
      };
      for (const listener of listeners) listener();
    },
    seat: () => told,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function isSame(one: UploadSeat | undefined, other: UploadSeat): boolean {
  return (
    one !== undefined &&
    one.uploads === other.uploads &&
    one.mayWrite === other.mayWrite &&
    one.hasReport === other.hasReport
  );
}
