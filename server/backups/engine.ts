/** What the backend does for back-ups, as this room needs it. */

export type EngineProgress = {
  step: "database" | "files" | "reading" | "comparing";
  doneBytes: number;
  /** 0: not known yet. */
  totalBytes: number;
};

export type Made = {
  name: string;
  at: string;
  bytes: number;
  sha256: string;
  databaseBytes: number;
  contents: { count: number; bytes: number };
  missing: number;
  key: string | null;
};

export type Identity = {
  id: string;
  createdAt: string;
  recipient: string;
  /** The secret. */
  identity: string;
};

type Running = { signal: AbortSignal; onProgress: (progress: EngineProgress) => void };

export type Engine = {
  make(
    options: {
      folder: string;
      encrypt: boolean;
      origin: string;
      without: readonly string[];
    } & Running,
  ): Promise<Made>;
  drill(
    options: { file: string; folder: string } & Running,
  ): Promise<{ ok: boolean; text: string }>;
  /** Newest first; one is made when there is none. */
  keys(): Promise<Identity[]>;
  changeKey(): Promise<Identity>;
};

/** As age's own tool reads it: any of them opens what was made for it. */
export function keyFileText(keys: readonly Identity[]): string {
  const blocks = keys.map(
    ({ createdAt, recipient, identity }) =>
      `# created: ${createdAt}\n# public key: ${recipient}\n${identity}\n`,
  );
  return `# Keys of Foyer's back-ups, newest first. Keep them where the back-ups are not.\n${blocks.join("\n")}`;
}
