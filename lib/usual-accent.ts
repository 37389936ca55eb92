/** Of a site whose owner chose none, for what is drawn without style sheets: `--accent-source` of tokens.css. */
export const usualAccent = "#17605c";
