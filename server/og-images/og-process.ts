/** A process of its own for pictures beside links: what they are drawn with is heavy, and covers are files of strangers. */
import { answerJobs } from "../processes/answer-jobs.ts";
import { drawPicture } from "./draw-picture.ts";

answerJobs(drawPicture);
