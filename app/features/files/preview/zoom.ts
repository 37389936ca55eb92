/** Where a picture stands on its stage: pure, so that wheel, fingers and keys do the same. */

export type Zoom = {
  /** 1: it fits. */
  scale: number;
  /** Of its middle from the stage's, in pixels. */
  x: number;
  y: number;
};

export type Stage = {
  width: number;
  height: number;
  /** Of the picture at scale 1, in pixels. */
  shownWidth: number;
  shownHeight: number;
};

export const fits: Zoom = { scale: 1, x: 0, y: 0 };
const mostScale = 32;

/** @param point from the stage's middle: what is there stays there */
export function zoomed(zoom: Zoom, factor: number, point: { x: number; y: number }, stage: Stage) {
  const scale = Math.min(mostScale, Math.max(1, zoom.scale * factor));
  const by = scale / zoom.scale;
  return kept(
    { scale, x: point.x - (point.x - zoom.x) * by, y: point.y - (point.y - zoom.y) * by },
    stage,
  );
}

export function moved(zoom: Zoom, x: number, y: number, stage: Stage): Zoom {
  return kept({ scale: zoom.scale, x: zoom.x + x, y: zoom.y + y }, stage);
}

/** No side of it comes further in than to the stage's edge. */
function kept({ scale, x, y }: Zoom, stage: Stage): Zoom {
  const room = (shown: number, length: number) => Math.max(0, (shown * scale - length) / 2);
  const within = (at: number, most: number) => Math.min(most, Math.max(-most, at)) || 0;
  return {
    scale,
    x: within(x, room(stage.shownWidth, stage.width)),
    y: within(y, room(stage.shownHeight, stage.height)),
  };
}
