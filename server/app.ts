/**
 * The half of the server that Vite bundles: it turns a request for a page into a response. server/main.ts, which runs
 * unbuilt, imports the result from build/server.
 */
import { createRequestHandler, RouterContextProvider } from "react-router";
import * as build from "virtual:react-router/server-build";
import {
  backendContext,
  nonceContext,
  originContext,
  reportErrorContext,
} from "#lib/server-context.ts";
import type { PublicBackend } from "#lib/server-backend.ts";
import type { Render } from "./http/render.ts";

export { build };

const handle = createRequestHandler(build as never, import.meta.env.MODE);

export const render: Render = async (request, { backend, origin, nonce, reportError }) => {
  let complete = true;
  const watched: PublicBackend = {
    ...backend,
    async publicData() {
      const data = await backend.publicData();
      if (data.failed) complete = false;
      return data;
    },
  };
  const context = new RouterContextProvider();
  context.set(backendContext, watched);
  context.set(originContext, origin);
  context.set(nonceContext, nonce);
  context.set(reportErrorContext, reportError);
  const response = await handle(request, context);
  return { response, complete };
};
