import { checkSteps } from "./check-steps.ts";
import { runSteps } from "./steps.ts";

runSteps(checkSteps);
