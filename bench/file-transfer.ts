/** What the client of P10 is told and what it says. */
export const bucket = "bench";
/** As the SDK's largest but one, and of ours. */
export const chunkBytes = 16 * 1024 * 1024;

export type Transfer = {
  to: "foyer" | "bare";
  port: number;
  direction: "up" | "down";
  sizeBytes: number;
  /** Which content; each has another hash. */
  content: number;
};

export type TransferReport = {
  /** 1 MB is 1,000,000 bytes. */
  megabytesPerSecond: number;
  /** Share of one core that this client used. */
  clientCpu: number;
};

export const fileName = (content: number): string => `file-${content}`;
