/** What the process hands to loaders and to the renderer. Set for each request by server/app.ts. */
import { createContext } from "react-router";
import type { PublicVisit } from "./boards/public-board.ts";
import type { ContactVisit } from "./contact/contact-form.ts";
import type { SharedPage } from "./drive/share-link.ts";
import { noMap } from "./map-source.ts";
import type { MapSource } from "./map-source.ts";
import type { PublicBackend } from "./server-backend.ts";

export const backendContext = createContext<PublicBackend>();

/** `scheme://host` that visitors see; links to this site are built from it. */
export const originContext = createContext<string>();

/** Of the page with the contact form. */
export const contactContext = createContext<ContactVisit>();

/** Of the page of a public board. */
export const publicVisitContext = createContext<PublicVisit>("none");

/** Of the page of a share link. */
export const sharedPageContext = createContext<SharedPage>({ kind: "gone" });

/** Where maps come from. */
export const mapContext = createContext<MapSource>(noMap);

/** Marks every inline script and style that we hand over; see server/page-cache/content-security-policy.ts. */
export const nonceContext = createContext<string>();

/** Whether the page asks the browser to keep it, to be read without a connection. */
export const serviceWorkerContext = createContext<boolean>();

/** Takes whatever a loader or a component threw; it ends in the log. */
export const reportErrorContext = createContext<(error: unknown) => void>();
