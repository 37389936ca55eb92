/**
 * The half of the server that Vite bundles: it turns a request for a page into a response. server/main.ts, which runs
 * unbuilt, imports the result from build/server.
 */
import { createRequestHandler, RouterContextProvider } from "react-router";
import * as build from "virtual:react-router/server-build";
import {
  backendContext,
  contactContext,
  mapContext,
  nonceContext,
  originContext,
  publicVisitContext,
  reportErrorContext,
  serviceWorkerContext,
  sharedPageContext,
} from "#lib/server-context.ts";
import type { PublicBackend, PublicData } from "#lib/server-backend.ts";
import type { Render } from "./http/render.ts";

export { build };

const handle = createRequestHandler(build as never, import.meta.env.MODE);

export const render: Render = async (request, options) => {
  const { backend, origin, nonce, reportError, contact, map, visit, shared } = options;
  const { serviceWorker = false } = options;
  let complete = true;
  async function read(): Promise<PublicData> {
    const data = await backend.publicData();
    if (data.failed) complete = false;
    return data;
  }
  // All parts of a page are made of the same content, and a failure is one for all of them.
  let reading: Promise<PublicData> | undefined;
  const watched: PublicBackend = { ...backend, publicData: () => (reading ??= read()) };
  const context = new RouterContextProvider();
  context.set(backendContext, watched);
  context.set(originContext, origin);
  context.set(nonceContext, nonce);
  context.set(serviceWorkerContext, serviceWorker);
  context.set(reportErrorContext, reportError);
  if (map !== undefined) context.set(mapContext, map);
  if (contact !== undefined) context.set(contactContext, contact);
  if (visit !== undefined) context.set(publicVisitContext, visit);
  if (shared !== undefined) context.set(sharedPageContext, shared);
  const response = await handle(request, context);
  return { response, complete };
};
