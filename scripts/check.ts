/** The fast half of the tests: `npm run check`. */
import { staticChecks, unitTests } from "./check-steps.ts";
import { runSteps } from "./steps.ts";

await runSteps([...staticChecks(), ...unitTests]);
