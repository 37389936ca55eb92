import { useEffect } from "react";

/** The browser closes a menu on Esc and on a tap outside; this adds its links and a resize. */
export function useClosingMenus(): void {
  useEffect(() => {
    addEventListener("resize", closeMenus);
    addEventListener("click", closeOnLink);
    return () => {
      removeEventListener("resize", closeMenus);
      removeEventListener("click", closeOnLink);
    };
  }, []);
}

function closeOnLink(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.closest(".header a") !== null) closeMenus();
}

function closeMenus(): void {
  for (const menu of document.querySelectorAll<HTMLElement>(".header :popover-open"))
    menu.hidePopover();
}
