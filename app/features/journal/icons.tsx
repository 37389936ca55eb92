const box = { viewBox: "0 0 16 16", width: 16, height: 16, fill: "none", stroke: "currentColor" };

/** @param label read out in its place; without it a word beside it says the same */
export function LockIcon({ isOpen, label }: { isOpen: boolean; label?: string }) {
  return (
    <svg
      {...box}
      className="journal-icon"
      strokeWidth="1.25"
      {...(label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label })}
    >
      <rect x="3.5" y="7.5" width="9" height="6" rx="1" />
      <path d={isOpen ? "M5.5 7.5V5a2.5 2.5 0 0 1 4.9-.7" : "M5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5"} />
    </svg>
  );
}

export function BackIcon() {
  return (
    <svg {...box} strokeWidth="1.5" aria-hidden="true">
      <path d="m10 3-5 5 5 5" />
    </svg>
  );
}

export function StarIcon({ isOn }: { isOn: boolean }) {
  return (
    <svg {...box} strokeWidth="1.25" fill={isOn ? "currentColor" : "none"} aria-hidden="true">
      <path d="m8 2 1.8 3.7 4.1.6-3 2.9.7 4L8 11.3l-3.6 1.9.7-4-3-2.9 4.1-.6Z" />
    </svg>
  );
}
