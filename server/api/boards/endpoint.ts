/** Endpoints of boards by who is signed in: one table of what is asked, and what is done with it. */
import type * as z from "zod/mini";
import type { ApiRequest, Endpoint } from "../../http/api-router.ts";
import type { CountedCaller } from "../../http/counted-caller.ts";
import { parseJson } from "../../http/parse-json.ts";
import { orUnavailable } from "../../http/when-unavailable.ts";
import { boardIn, wrong } from "./answers.ts";

const maxBodyBytes = 4_000;

type Asked = {
  uid: string;
  /** Empty where the path names none. */
  board: string;
};

/** One that is asked without a body. */
export function plainEndpoint(
  method: Endpoint["method"],
  path: Endpoint["path"],
  counted: CountedCaller,
  answer: (asked: Asked) => Promise<Response>,
): Endpoint {
  return {
    method,
    path,
    maxBodyBytes: method === "GET" ? 0 : maxBodyBytes,
    answer: orUnavailable(async (asked) => {
      const caller = await counted(asked);
      if (caller instanceof Response) return caller;
      return answer({ uid: caller.uid, board: boardIn(asked) });
    }),
  };
}

/** @param shape of the JSON that is sent; what is not like it is told to send `form` */
export function postEndpoint<Shape extends z.ZodMiniType>(
  path: Endpoint["path"],
  counted: CountedCaller,
  { shape, form }: { shape: Shape; form: string },
  answer: (asked: Asked, sent: z.output<Shape>) => Promise<Response>,
): Endpoint {
  async function post({ body, ...asked }: ApiRequest): Promise<Response> {
    const caller = await counted(asked);
    if (caller instanceof Response) return caller;
    const { data } = shape.safeParse(parseJson(body));
    if (data === undefined) return wrong(`Send ${form} as JSON.`);
    return answer({ uid: caller.uid, board: boardIn(asked) }, data);
  }
  return { method: "POST", path, maxBodyBytes, answer: orUnavailable(post) };
}
