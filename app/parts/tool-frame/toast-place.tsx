import { useEffect, useSyncExternalStore } from "react";
import { onAccountEnd } from "#app/live/account-life.ts";
import {
  closeAllToasts,
  closeToast,
  currentToasts,
  holdToasts,
  letToastsGo,
  subscribeToToasts,
  tryAgain,
  undoToast,
} from "./toasts.ts";
import type { Toast } from "./toasts.ts";

const none: readonly Toast[] = [];

/** There before it says anything, so that it is read out when it does. */
export function ToastPlace() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts, () => none);
  useUndoKey();
  // What one account is told is not for the next one in this tab.
  useEffect(() => onAccountEnd(closeAllToasts), []);
  return (
    <div
      className="toasts"
      onPointerEnter={holdToasts}
      onPointerLeave={letToastsGo}
      onFocus={holdToasts}
      onBlur={letToastsGo}
    >
      <output>
        {toasts
          .filter(({ kind }) => kind !== "problem")
          .map((toast) => (
            <ToastLine key={toast.id} toast={toast} />
          ))}
      </output>
      <div role="alert">
        {toasts
          .filter(({ kind }) => kind === "problem")
          .map((toast) => (
            <ToastLine key={toast.id} toast={toast} />
          ))}
      </div>
    </div>
  );
}

function ToastLine({ toast: { id, kind, text, again } }: { toast: Toast }) {
  return (
    <div className="toast" data-kind={kind}>
      <p>{text}</p>
      {kind === "undo" ? (
        <button type="button" onClick={() => undoToast(id)}>
          Undo
        </button>
      ) : null}
      {again === undefined ? null : (
        <button type="button" onClick={() => tryAgain(id)}>
          Try again
        </button>
      )}
      <button type="button" className="quiet" onClick={() => closeToast(id)}>
        Close
      </button>
    </div>
  );
}

/** Ctrl/Cmd-Z outside of fields, which have an undo of their own. */
function useUndoKey(): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== "z" || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
      if (event.defaultPrevented || isField(event.target)) return;
      if (undoToast()) event.preventDefault();
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest("input:not([type=checkbox],[type=radio]),textarea,[contenteditable]") !== null
  );
}
