import { useEffect, useRef } from "react";

/** Of what is written after the balance: in a moment, and where much is to do, later. */
const againMs = [0, 1500, 5000];

/** Reads anew when the balance becomes another: an answer is paid first, and listed in the moment after. */
export function useAfterChange(balance: number, refresh: () => Promise<void>): void {
  const known = useRef(balance);
  const timers = useRef<ReturnType<typeof setTimeout>[]>([]);
  useEffect(() => {
    if (known.current === balance) return;
    known.current = balance;
    timers.current.forEach(clearTimeout);
    timers.current = againMs.map((ms) => setTimeout(() => void refresh(), ms));
  }, [balance, refresh]);
  useEffect(() => () => timers.current.forEach(clearTimeout), []);
}
