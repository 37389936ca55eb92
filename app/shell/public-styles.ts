import css from "../styles/public.css?inline";

export const publicStylesId = "public-styles";

/**
 * The style sheet of the public pages. In the browser it is read back from the document, so that it is not shipped a
 * second time in the JavaScript and React finds what the server rendered.
 */
export const publicStyles: string = import.meta.env.SSR
  ? css
  : (document.getElementById(publicStylesId)?.textContent ?? "");

// In development an edited sheet goes into the open page.
import.meta.hot?.accept("../styles/public.css?inline", (edited) => {
  const style = document.getElementById(publicStylesId);
  if (style !== null && edited !== undefined) style.textContent = String(edited["default"]);
});
