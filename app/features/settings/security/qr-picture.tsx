import { encode } from "uqr";

/** A QR code as elements; black on white by night, too, because apps look for that. */
export function QrPicture({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { ecc: "M", border: 3 });
  const dark = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <svg
      className="security-qr"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.join("")} fill="#000" />
    </svg>
  );
}
