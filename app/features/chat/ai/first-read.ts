/**
 * Of a dialog's words that are to be read before anything is chosen: its first field would have the focus otherwise. React
 * takes the attribute away, and focuses before the dialog is open.
 */
export const firstRead = {
  tabIndex: -1,
  ref: (element: HTMLElement | null) => element?.setAttribute("autofocus", ""),
};
