import type { Look } from "../../game.ts";

export const day: Look = {
  colours: {
    field: "#fbf9f5",
    line: "#e3ddd3",
    faint: "#8d857a",
    soft: "#6e665c",
    ink: "#2a231d",
    accent: "#17605c",
    onHue: "#fffdf8",
    hues: ["#b4452c", "#a86a00", "#6b7220", "#1f7a6d", "#2f6db0", "#6f55b5", "#b13e72"],
  },
  hasPatterns: false,
  isCalm: false,
  isTall: false,
  pixel: 0.5,
};

export const night: Look = {
  ...day,
  colours: {
    field: "#1c1a17",
    line: "#37332d",
    faint: "#8a8277",
    soft: "#b3aa9c",
    ink: "#f0e9dc",
    accent: "#7fcdbf",
    onHue: "#1c1a17",
    hues: ["#ea8a6c", "#e0ae55", "#b9bf6a", "#6cc7b4", "#83b6ec", "#b6a3ee", "#ec93b6"],
  },
};
