import type { ReactNode } from "react";
import { useState } from "react";
import { MailForm } from "./mail-form.tsx";
import { Titled } from "./titled.tsx";

/** For who came by a link that is of no use. `why`: what is wrong with it. */
export function AskForMail({ why }: { why: string }) {
  const [answer, setAnswer] = useState<ReactNode>();
  if (answer) return answer;
  return (
    <Titled isNew title="Forgot password" lead={why}>
      <MailForm onAnswer={setAnswer} />
    </Titled>
  );
}
