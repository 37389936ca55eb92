import { usernameOf } from "#lib/user-record.ts";
import { changeSession } from "./session.ts";

/** Asks in a dialog; cancelled or left empty it is the name that stands for none. @throws when `life` ends. */
export function askUsername(life: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const end = () => {
      changeSession({ answerUsername: undefined });
      reject(life.reason as Error);
    };
    life.addEventListener("abort", end, { once: true });
    changeSession({
      answerUsername: (answer) => {
        life.removeEventListener("abort", end);
        changeSession({ answerUsername: undefined });
        resolve(usernameOf(answer));
      },
    });
  });
}
