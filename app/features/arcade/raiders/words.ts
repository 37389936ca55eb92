import { type RaidersState, happened, isAlive, raiderBox, sizes } from "#games/raiders/index.ts";
import type { Readout } from "../game.ts";

const { raider, raiderCount, ship } = sizes;

export function said(before: RaidersState, state: RaidersState): string | undefined {
  if (state.over) return undefined;
  const { events, lives, wave, saucer } = state;
  if ((events & happened.lifeLost) > 0) return `Ship hit, ${ships(lives)} left.`;
  if (wave > before.wave) return `Wave ${wave}.`;
  if ((events & happened.extraLife) > 0) return `One more ship, ${lives} now.`;
  if ((events & happened.saucerCame) === 0 || saucer === undefined) return undefined;
  return `A saucer from the ${saucer.dx > 0 ? "left" : "right"}.`;
}

const ships = (count: number) => (count === 1 ? "1 ship" : `${count} ships`);

export function describe(state: RaidersState): string {
  const { ranks, wave, saucer, pause } = state;
  if (state.over) return `${endOf(state)} ${ranks.left} of its raiders are left.`;
  if (ranks.left === 0) return `Wave ${wave} is through; the next comes in ${inSeconds(pause)}.`;
  const count = ranks.left === 1 ? "1 raider" : `${ranks.left} raiders`;
  const way = ranks.way > 0 ? "right" : "left";
  const where = `${count} going ${ranks.dropping ? "down" : way}, the lowest ${heightOf(state)}`;
  const passing = saucer === undefined ? "" : ", and a saucer";
  return `Wave ${wave}: ${where}${passing}. ${shipLine(state)}`;
}

function shipLine({ ship: { x, gone, safe }, raiderShots }: RaidersState): string {
  if (gone > 0) return `The next ship comes in ${inSeconds(gone)}.`;
  const across = Math.round(((x + ship.width / 2) * 100) / sizes.field.width);
  const at = `The ship is ${across} % of the way across`;
  if (safe > 0) return `${at}, and nothing harms it for ${inSeconds(safe)}.`;
  const middle = x + ship.width / 2;
  const count = raiderShots.length;
  if (count === 0) return `${at}, and no shot comes down.`;
  const near = raiderShots.filter((shot) => Math.abs(shot.x - middle) < ship.width).length;
  const coming = count === 1 ? "1 shot comes down" : `${count} shots come down`;
  if (near === 0) return `${at}; ${coming}, not at the ship.`;
  return `${at}; ${coming}, ${near === count ? "" : `${near} of them `}at the ship.`;
}

const inSeconds = (ticks: number) => `${Math.max(1, Math.round(ticks / 60))} s`;

function heightOf({ ranks }: RaidersState): string {
  let bottom = 0;
  for (let index = 0; index < raiderCount; index += 1) {
    if (isAlive(ranks, index)) bottom = Math.max(bottom, raiderBox(ranks, index).bottom);
  }
  const rows = Math.max(0, Math.ceil((ship.y - bottom) / raider.drop));
  return rows === 0 ? "about to land" : `${rows} ${rows === 1 ? "step" : "steps"} above the ship`;
}

export function readouts({ score, wave, lives, ranks }: RaidersState): readonly Readout[] {
  return [
    { title: "Points", value: String(score) },
    { title: "Wave", value: String(wave) },
    { title: "Raiders", value: String(ranks.left) },
    { title: "Ships", value: String(lives) },
  ];
}

export function ended(state: RaidersState): { line: string; numbers: readonly Readout[] } {
  const { wave, ranks, shotsFired } = state;
  const hit = wave * raiderCount - ranks.left;
  return {
    line: endOf(state),
    numbers: [
      { title: "Wave", value: String(wave) },
      { title: "Raiders hit", value: String(hit) },
      { title: "Shots fired", value: String(shotsFired) },
      { title: "Time", value: timeOf(state.tick) },
    ],
  };
}

function endOf({ wave, events }: RaidersState): string {
  const hasLanded = (events & happened.landed) > 0;
  return hasLanded ? `A raider landed in wave ${wave}.` : `The last ship was hit in wave ${wave}.`;
}

function timeOf(ticks: number): string {
  const seconds = Math.floor(ticks / 60);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
