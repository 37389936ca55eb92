import type { ReactNode } from "react";

type Named = {
  /** Read out in its place; without it a word beside it says the same. */
  label?: string;
};

function Icon({ label, size = 16, children }: Named & { size?: number; children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 16 16"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.25"
      className="drive-icon"
      {...(label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label })}
    >
      {children}
    </svg>
  );
}

export function FolderIcon({ size }: { size: "row" | "card" }) {
  return (
    <span className="drive-thumb" data-size={size} data-kind="folder" aria-hidden="true">
      <Icon size={size === "row" ? 20 : 56}>
        <path d="M1.5 12.5v-9h4.2l1.6 2h7.2v7Z" strokeLinejoin="round" />
      </Icon>
    </span>
  );
}

export function StarIcon({ label }: Named) {
  return (
    <Icon {...(label !== undefined && { label })}>
      <path
        fill="currentColor"
        d="m8 2 1.8 3.7 4.1.6-3 2.9.7 4L8 11.3l-3.6 1.9.7-4-3-2.9 4.1-.6Z"
      />
    </Icon>
  );
}

export function LinkIcon({ label }: Named) {
  return (
    <Icon {...(label !== undefined && { label })}>
      <path d="M6.5 9.5 9.5 6.5M7 4.8l1.6-1.6a2.5 2.5 0 0 1 3.6 0l.6.6a2.5 2.5 0 0 1 0 3.6L11.2 9M9 11.2l-1.6 1.6a2.5 2.5 0 0 1-3.6 0l-.6-.6a2.5 2.5 0 0 1 0-3.6L4.8 7" />
    </Icon>
  );
}

export function PeopleIcon({ label }: Named) {
  return (
    <Icon {...(label !== undefined && { label })}>
      <circle cx="6" cy="5.5" r="2.5" />
      <path d="M1.5 13.5c0-2.5 2-4 4.5-4s4.5 1.5 4.5 4M10.5 3.3a2.5 2.5 0 0 1 0 4.4M12 9.9c1.6.6 2.5 1.8 2.5 3.6" />
    </Icon>
  );
}

export function MoreIcon() {
  return (
    <Icon>
      <g fill="currentColor" stroke="none">
        <circle cx="3" cy="8" r="1.4" />
        <circle cx="8" cy="8" r="1.4" />
        <circle cx="13" cy="8" r="1.4" />
      </g>
    </Icon>
  );
}
