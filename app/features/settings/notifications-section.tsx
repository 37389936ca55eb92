/** How an account is told of things: on which devices, by mail, once a day. docs/notifications.md */
import { Button, NativeSelect, Switch } from "@mantine/core";
import { useRouteLoaderData } from "react-router";
import { useCallback } from "react";
import {
  readNotificationSettings,
  saveNotificationSettings,
} from "#app/live/notification-settings.ts";
import { readDevice, whyNoPush } from "#app/live/push.ts";
import type { DeviceState } from "#app/live/push.ts";
import { SkeletonForm } from "#app/parts/tool-frame/skeletons.tsx";
import { useFresh } from "#app/parts/tool-frame/use-fresh.ts";
import { problemText } from "#app/session/problem-text.ts";
import type { NotificationSettings, NotificationsState } from "#lib/notification.ts";
import { DevicesPart } from "./notification-devices.tsx";
import { Part } from "./security/part.tsx";
import { useAct } from "./security/use-act.ts";

type Choices = Omit<NotificationSettings, "nextDigestAt">;
type Known = NotificationsState & { device: DeviceState | undefined };

export function NotificationsSection({ uid }: { uid: string }) {
  const { serviceWorker = false } = useRouteLoaderData<{ serviceWorker?: boolean }>("root") ?? {};
  const why = whyNoPush(serviceWorker);
  const read = useCallback(
    async (signal: AbortSignal): Promise<Known> => {
      const [state, device] = await Promise.all([
        readNotificationSettings(signal),
        why === undefined ? readDevice() : undefined,
      ]);
      return { ...state, device };
    },
    [why],
  );
  const { value, problem, refresh, change } = useFresh(read, problemText);
  const act = useAct();

  async function save(changed: Partial<Choices>): Promise<void> {
    if (value === undefined) return;
    const { nextDigestAt: _next, ...before } = value.settings;
    const show = (settings: NotificationSettings) => change((known) => ({ ...known, settings }));
    const choices = { ...before, ...changed };
    show({ ...value.settings, ...changed });
    const isSaved = await act.run(async () => show(await saveNotificationSettings(choices)));
    if (!isSaved) show(value.settings);
  }

  return (
    <>
      <p className="settings-lead">
        Reminders of your tasks and to write, and news of your boards, are in the list behind the
        bell in any case. Here you choose where else they come.
      </p>
      {problem === undefined ? null : (
        <p role="alert" className="settings-note">
          {problem}{" "}
          <Button variant="default" size="compact-sm" onClick={() => void refresh()}>
            Try again
          </Button>
        </p>
      )}
      {value === undefined ? (
        problem === undefined ? (
          <SkeletonForm fields={4} />
        ) : null
      ) : (
        <>
          <KindPart
            title="Reminders"
            about="All of them are listed behind the bell. Of very many at once, no more than 60 reach devices and e-mail."
            kind="reminder"
            state={value}
            problem={act.problem}
            save={save}
          />
          <KindPart
            title="Boards"
            about="Somebody mentions you, gives you a card or writes on one of yours, and what is due on them."
            kind="board"
            state={value}
            save={save}
          />
          <KindPart
            title="Journal"
            about="The time to write, if you have chosen one in the journal and have not written that day."
            kind="journal"
            state={value}
            save={save}
          />
          <KindPart
            title="Files"
            about="Somebody invites you to a folder, joins one of yours, or changes what you may do in theirs."
            kind="files"
            state={value}
            save={save}
          />
          <KindPart
            title="Chat"
            about="Somebody writes to you, mentions you, answers in a thread of yours, or brings you into a room."
            kind="chat"
            state={value}
            save={save}
          />
          <DevicesPart uid={uid} why={why} state={value} refresh={refresh} />
          <DigestPart state={value} save={save} />
        </>
      )}
    </>
  );
}

type PartProps = { state: Known; save: (changed: Partial<Choices>) => Promise<void> };

function KindPart({
  title,
  about,
  kind,
  problem,
  state: { settings, mail },
  save,
}: PartProps & {
  title: string;
  about: string;
  kind: keyof Choices["kinds"];
  problem?: string | undefined;
}) {
  const { kinds } = settings;
  const ways = kinds[kind];
  const change = (changed: Partial<typeof ways>) =>
    void save({ kinds: { ...kinds, [kind]: { ...ways, ...changed } } });
  return (
    <Part title={title} state={about} problem={problem}>
      <div className="settings-switches">
        <Switch
          label="On my devices"
          description="On those below."
          checked={ways.push}
          onChange={(event) => change({ push: event.currentTarget.checked })}
        />
        <Switch
          label="By e-mail"
          description={mailWords[mail]}
          checked={ways.mail && mail === "ready"}
          disabled={mail !== "ready"}
          onChange={(event) => change({ mail: event.currentTarget.checked })}
        />
      </div>
    </Part>
  );
}

function DigestPart({ state, save }: PartProps) {
  const { settings, mail } = state;
  const isDaily = settings.digest === "daily" && mail === "ready";
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  // Nobody chose a time zone before it mattered.
  const zone = isDaily ? settings.zone : here;
  return (
    <Part
      title="One e-mail a day"
      state="What is late, what is for today, and what you have not read. Nothing to say, no e-mail."
    >
      <div className="settings-switches">
        <Switch
          label="Send it to me"
          description={mailWords[mail]}
          checked={isDaily}
          disabled={mail !== "ready"}
          onChange={(event) =>
            void save({ digest: event.currentTarget.checked ? "daily" : "off", zone })
          }
        />
        <NativeSelect
          label="At"
          description={`In the time of ${zone.replaceAll("_", " ")}`}
          className="settings-hour"
          value={String(settings.hour)}
          disabled={!isDaily}
          onChange={(event) => void save({ hour: Number(event.currentTarget.value) })}
          data={hours}
        />
        {isDaily && zone !== here ? (
          <Button variant="default" onClick={() => void save({ zone: here })}>
            Use the time of {here.replaceAll("_", " ")}
          </Button>
        ) : null}
      </div>
    </Part>
  );
}

const mailWords: Readonly<Record<NotificationsState["mail"], string>> = {
  ready: "To the address of your account.",
  none: "This site sends no e-mail.",
  unconfirmed: "Confirm the e-mail address of your account first.",
};

const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, "0")}:00`,
}));
