import type { ReactNode } from "react";

function Icon({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 16 16"
      width="16"
      height="16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.25"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="chat-icon"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

export const ReplyIcon = () => (
  <Icon>
    <path d="M6.5 3.5 2.5 7.5l4 4M2.5 7.5h7a4 4 0 0 1 4 4v1" />
  </Icon>
);

export const ThreadIcon = () => (
  <Icon>
    <path d="M2.5 3.5h11v7h-6l-3 2.5v-2.5h-2Z M5 6h6M5 8.2h4" />
  </Icon>
);

export const SmileIcon = () => (
  <Icon>
    <circle cx="8" cy="8" r="5.8" />
    <path d="M5.5 9.5a3 3 0 0 0 5 0M6 6.2v.4M10 6.2v.4" />
  </Icon>
);

export const MoreIcon = () => (
  <Icon>
    <path d="M3.2 8h.01M8 8h.01M12.8 8h.01" strokeWidth="2.4" />
  </Icon>
);

export const ClipIcon = () => (
  <Icon>
    <path d="m13 7.2-5 5a3 3 0 0 1-4.3-4.3l5.4-5.3a2 2 0 0 1 2.9 2.8L6.7 10.7a1 1 0 0 1-1.4-1.4l4.6-4.6" />
  </Icon>
);

export const SendIcon = () => (
  <Icon>
    <path d="M2.5 8 13.5 3l-3 10-2.8-4.2Zm5.2.8L13.5 3" />
  </Icon>
);

export const AiIcon = () => (
  <Icon>
    <path d="M8 2.5v3M8 10.5v3M2.5 8h3M10.5 8h3M4.6 4.6l1.6 1.6M9.8 9.8l1.6 1.6M11.4 4.6 9.8 6.2M6.2 9.8l-1.6 1.6" />
  </Icon>
);

export const PublicIcon = () => (
  <Icon>
    <path d="M6 2.5 4.8 13.5M11.2 2.5 10 13.5M2.5 5.8h11M2.2 10.2h11" />
  </Icon>
);

export const PrivateIcon = () => (
  <Icon>
    <path d="M3.5 7.5h9v6h-9ZM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5" />
  </Icon>
);
