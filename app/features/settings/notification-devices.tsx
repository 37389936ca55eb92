import { Button } from "@mantine/core";
import { removeDevice, testDevices } from "#app/live/notification-settings.ts";
import type { NotificationsState, PushDevice, PushEnd } from "#lib/notification.ts";
import { beginPush, endPush } from "#app/live/push.ts";
import type { DeviceState, NoPush } from "#app/live/push.ts";
import { tell, tellProblem } from "#app/parts/tool-frame/toasts.ts";
import { dayOf, whenOf } from "#app/parts/tool-frame/when.ts";
import { logFailure } from "#app/session/log-failure.ts";
import { problemText } from "#app/session/problem-text.ts";
import { Part, Row } from "./security/part.tsx";
import { useAct } from "./security/use-act.ts";

type Props = {
  uid: string;
  why: NoPush | undefined;
  state: NotificationsState & { device: DeviceState | undefined };
  refresh: () => Promise<void>;
};

export function DevicesPart({ uid, why, state, refresh }: Props) {
  const { key, devices } = state.push;
  const isDenied = state.device?.permission === "denied";
  const own = state.device?.id;
  const isOn = devices.some(({ id }) => id === own);
  const act = useAct();

  async function begin(): Promise<void> {
    try {
      if (await beginPush(uid, key)) tell("This device is told from now on.");
    } catch (error) {
      act.setProblem(subscribeProblem(error));
    }
    await refresh();
  }

  async function remove({ id, device }: PushDevice): Promise<void> {
    const isDone = await act.run(async () => {
      await removeDevice(id);
      if (id === own) await endPush({ tellsServer: false });
    });
    if (isDone) tell(`No longer told: ${device}.`);
    await refresh();
  }

  async function test(): Promise<void> {
    await act.run(async () => {
      const ends = await testDevices();
      const failed = ends.filter(({ end }) => end !== "sent");
      if (failed.length === 0) tell("Sent. It comes in a moment.");
      for (const { id, end } of failed) {
        const name = devices.find((device) => device.id === id)?.device ?? "A device";
        tellProblem(`${name}: ${endWords[end]}`);
      }
    });
    await refresh();
  }

  return (
    <Part
      title="Devices"
      state={
        why !== undefined
          ? whyWords[why]
          : isDenied
            ? "You told this browser that this site may not show notifications. Change it in the browser's settings of this site, and load this page again."
            : "Browsers that show a notification, also while this site is not open in them."
      }
      problem={act.problem}
      action={
        <>
          {devices.length > 0 ? (
            <Button variant="default" loading={act.busy} onClick={() => void test()}>
              Send a test
            </Button>
          ) : null}
          {why === undefined && !isDenied && !isOn ? (
            <Button variant="default" onClick={() => void act.run(begin)}>
              Tell me on this device
            </Button>
          ) : null}
        </>
      }
    >
      {devices.length === 0 ? (
        <p className="settings-note">No device is told yet.</p>
      ) : (
        <ul className="security-rows">
          {devices.map((device) => (
            <Row
              key={device.id}
              title={<bdi>{device.device}</bdi>}
              mark={device.id === own ? "this one" : undefined}
              facts={factsOf(device)}
            >
              <Button
                variant="subtle"
                aria-label={`Stop telling ${device.device}, since ${dayOf(device.createdAt)}`}
                onClick={() => void remove(device)}
              >
                Stop
              </Button>
            </Row>
          ))}
        </ul>
      )}
    </Part>
  );
}

const whyWords: Readonly<Record<NoPush, string>> = {
  insecure:
    "This page has no secure address (it begins with http), so this browser shows no notifications for it. Ask the owner of this site for https.",
  "no-worker":
    "This site runs without a service worker, or this browser takes none, so it can show no notifications here.",
  "home-screen":
    "iPhones and iPads show notifications of sites on their home screen only, opened from there; this site is not made for it yet. Your other devices can be told.",
  none: "This browser shows no notifications of sites. Your other devices can be told.",
};

const endWords: Readonly<Record<PushEnd, string>> = {
  sent: "it was sent.",
  gone: "nobody is there any more, so it is taken off the list.",
  refused: "its service refused the notification.",
  later: "its service cannot be reached just now. Try again in a moment.",
};

function factsOf({ createdAt, lastOkAt }: PushDevice): string {
  const last = lastOkAt === null ? "told of nothing yet" : `last told ${whenOf(lastOkAt)}`;
  return `Since ${dayOf(createdAt)} · ${last}`;
}

/** A browser says little about why. */
function subscribeProblem(error: unknown): string | undefined {
  if (!(error instanceof DOMException)) return problemText(error);
  logFailure("The browser did not subscribe", error);
  return "This browser could not reach its own service for notifications. Look at your connection and at what blocks it, and try again.";
}
