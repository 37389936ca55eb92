import { createTheme } from "@mantine/core";
import type { MantineColorsTuple, VariantColorsResolver } from "@mantine/core";

const all = (token: string): MantineColorsTuple => {
  const value = `var(${token})`;
  return [value, value, value, value, value, value, value, value, value, value];
};

const states: Record<string, string> = {
  red: "var(--problem)",
  green: "var(--good)",
  yellow: "var(--warning)",
};

/** Ink for what is neutral, a state's colour for a state; the accent is for what the pointer is on. */
const variantColorResolver: VariantColorsResolver = ({ color = "", variant }) => {
  const state = states[color];
  const ink = state ?? "var(--n12)";
  const border = "1px solid transparent";
  switch (variant) {
    case "filled":
    case "gradient": {
      const hover = state === undefined ? "var(--accent)" : "var(--n12)";
      return { background: ink, hover, color: "var(--n1)", border };
    }
    case "light":
      return { background: "var(--n3)", hover: "var(--n4)", color: ink, border };
    case "outline":
    case "default":
      return {
        background: "transparent",
        hover: "var(--n2)",
        color: ink,
        border: `1px solid ${state ?? "var(--n8)"}`,
      };
    case "white":
      return { background: "var(--n1)", hover: "var(--n2)", color: ink, border };
    default:
      return { background: "transparent", hover: "var(--n2)", color: ink, border };
  }
};

/**
 * Mantine on our tokens. What it would write into the document as a style element stands in app/styles/mantine-tokens.css.
 */
export const theme = createTheme({
  fontFamily: "var(--text)",
  fontFamilyMonospace: "var(--mono)",
  headings: { fontFamily: "var(--display)", fontWeight: "450" },
  colors: { accent: all("--accent") },
  primaryColor: "accent",
  variantColorResolver,
  defaultRadius: "sm",
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    // Without a variant of their own they would pass by the resolver.
    Button: { defaultProps: { variant: "filled" } },
    ActionIcon: { defaultProps: { variant: "subtle" } },
    Badge: { defaultProps: { variant: "light" } },
    // Their lock is a style element that the content security policy forbids; the lock is in mantine-looks.css.
    Modal: {
      defaultProps: {
        lockScroll: false,
        centered: true,
        closeButtonProps: { "aria-label": "Close" },
      },
    },
    Drawer: { defaultProps: { lockScroll: false, closeButtonProps: { "aria-label": "Close" } } },
    Select: { defaultProps: { withCheckIcon: false } },
    // What stands in it first is no menu's child to a screen reader.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    // In the page, so that no list or dialog is outside of all landmarks. ToolFrame has it.
    Portal: { defaultProps: { target: "#tool-layer" } },
    // Fields of a sheet, which is fixed, count as out of sight.
    Popover: { defaultProps: { hideDetached: false } },
    Tooltip: { defaultProps: { openDelay: 300 } },
  },
});
