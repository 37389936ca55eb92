/** What was done on each day, by year: a picture, the sentence that says it, and the same as a table. */
import styles from "../../styles/heatmap.css?url";
import { HeatYears } from "./heat-years.tsx";
import type { HeatMapProps } from "./heat-years.tsx";

export function HeatMap(props: HeatMapProps) {
  return (
    <>
      {/* React puts it in the head, so that the first paint has it. */}
      <link rel="stylesheet" href={styles} precedence="page" />
      <HeatYears {...props} />
    </>
  );
}
