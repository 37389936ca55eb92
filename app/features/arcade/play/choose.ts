import { changeSettings, readSettings } from "./settings.ts";

export function chooseMode(game: string, mode: string): void {
  changeSettings({ modes: { ...readSettings().modes, [game]: mode } });
}

export function chooseValue(game: string, choice: string, value: number): void {
  const { values } = readSettings();
  changeSettings({ values: { ...values, [game]: { ...values[game], [choice]: value } } });
}
