/** When back-ups are made and tried out by themselves. */
import type { BackupWork } from "#lib/backups.ts";
import { JobBrokenOffError } from "../jobs/jobs.ts";
import type { JobKind, JobKinds, Jobs } from "../jobs/jobs.ts";
import { BackupRefusedError, failureText, isCancelled } from "./backups.ts";
import type { Backups } from "./backups.ts";
import type { TellFailure } from "./failure-mail.ts";

const minuteMs = 60_000;
const dayMs = 86_400_000;
const weekMs = 7 * dayMs;
/** So that not all sites of a machine begin at once. */
const jitterMs = 10 * minuteMs;
const nightlyKind = "back-up";
const maxAttempts = 4;

export type BackupJobs = {
  kinds: JobKinds;
  /** When the next one is due; null: never. */
  nextAt(): Promise<string | null>;
  /** Sees to it that the next one is scheduled: at the start, and after a change of settings. */
  schedule(): Promise<void>;
};

/** The first instant after `after` at which a day has this minute, UTC. */
export function nextNight(after: number, minute: number): number {
  const at = Math.floor(after / dayMs) * dayMs + minute * minuteMs;
  return at > after ? at : at + dayMs;
}

export function createBackupJobs(deps: {
  backups: Pick<Backups, "make" | "drill" | "state" | "noteFailure">;
  jobs: () => Pick<Jobs, "schedule">;
  tellFailure: TellFailure;
  /** Milliseconds since 1970. */
  now: () => number;
  /** From 0 to 1. */
  random: () => number;
}): BackupJobs {
  const { backups, jobs, tellFailure, now, random } = deps;

  async function nextSlot(): Promise<{ at: number; minute: number } | null> {
    const { settings } = await backups.state();
    const minute = settings.nightlyMinute;
    return minute === null ? null : { at: nextNight(now(), minute), minute };
  }

  async function schedule(): Promise<void> {
    const next = await nextSlot();
    if (next === null) return;
    const slot = new Date(next.at).toISOString();
    // One for each night, whoever asks how often.
    await jobs().schedule(nightlyKind, {
      id: `${nightlyKind}-${slot.slice(0, 16).replace(":", "")}`,
      dueAt: new Date(next.at + random() * jitterMs),
      data: { slot, minute: next.minute },
    });
  }

  const givenUp =
    (what: BackupWork["what"]): NonNullable<JobKind["givenUp"]> =>
    async (_data, error) => {
      if (isCancelled(error)) return;
      const isBrokenOff = error instanceof JobBrokenOffError;
      const text = isBrokenOff ? error.message : failureText(error);
      // The process that would have noted it is gone.
      if (isBrokenOff && what === "backup") await backups.noteFailure(text);
      await tellFailure(what, text);
    };

  return {
    kinds: {
      [nightlyKind]: {
        maxAttempts,
        givenUp: givenUp("backup"),
        async run({ slot: wanted, minute }, { signal }) {
          // The next one comes also when this one fails.
          await schedule();
          const { settings, last } = await backups.state();
          if (minute !== settings.nightlyMinute) return { skipped: "settings changed" };
          const slot = typeof wanted === "string" ? Date.parse(wanted) : now();
          // It was made, and the process ended before that was written down.
          if (last !== null && Date.parse(last.at) >= slot && Date.parse(last.at) <= now()) {
            return { skipped: "made already" };
          }
          const { name, bytes } = await backups.make({ why: "nightly", signal });
          return { name, bytes };
        },
      },
      "back-up-drill": {
        every: { ms: weekMs },
        maxAttempts,
        givenUp: givenUp("drill"),
        async run(_data, { signal }) {
          try {
            const { name, ok, text } = await backups.drill({ signal });
            if (!ok) await tellFailure("drill", `${name}: ${text}`);
            return { name, ok, text };
          } catch (error) {
            if (!(error instanceof BackupRefusedError)) throw error;
            return { skipped: error.message };
          }
        },
      },
    },
    nextAt: async () => {
      const next = await nextSlot();
      return next === null ? null : new Date(next.at).toISOString();
    },
    schedule,
  };
}
