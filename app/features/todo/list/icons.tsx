const box = { viewBox: "0 0 16 16", width: 16, height: 16, fill: "none", stroke: "currentColor" };

export function TickIcon() {
  return (
    <svg {...box} strokeWidth="2" aria-hidden="true">
      <path d="m3.5 8.5 3 3 6-7" />
    </svg>
  );
}

export function FoldIcon() {
  return (
    <svg {...box} strokeWidth="1.5" aria-hidden="true">
      <path d="m6 4 4 4-4 4" />
    </svg>
  );
}

export function RepeatIcon() {
  return (
    <svg {...box} strokeWidth="1.25" role="img" aria-label="Repeats">
      <path d="M3 7a5 5 0 0 1 9-2.5V2m0 2.5H9.5M13 9a5 5 0 0 1-9 2.5V14m0-2.5h2.5" />
    </svg>
  );
}

export function NotesIcon() {
  return (
    <svg {...box} strokeWidth="1.25" role="img" aria-label="With notes">
      <path d="M3 4.5h10M3 8h10M3 11.5h6" />
    </svg>
  );
}
