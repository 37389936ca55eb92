import { createContext } from "react";

/** Whether the message has the focus of the list: only then its buttons are in the order of Tab. */
export const CurrentRow = createContext(false);
