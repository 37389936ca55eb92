/** A process of its own for colours: grammars take much memory, and a code may be one that they never come to an end with. */
import { answerJobs } from "../processes/answer-jobs.ts";
import { colourCode } from "./colour-code.ts";

answerJobs(colourCode);
