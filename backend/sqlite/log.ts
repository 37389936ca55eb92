/** The part of a structured logger (pino) that the backend needs. */
export type Log = {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
};

export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} };
