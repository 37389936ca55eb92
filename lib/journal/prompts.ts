/** A question to begin with: the same one all day, another one each day until all were asked, on every device alike. */
import { dayOf } from "../dates/floating.ts";

/** None asks for what hurts; they are ours. */
export const prompts: readonly string[] = [
  "What do you want to remember of today?",
  "What made you laugh?",
  "Who did you talk to, and about what?",
  "What did you learn?",
  "What was the best thing you ate?",
  "What did you see on your way?",
  "What are you looking forward to?",
  "What went better than you thought?",
  "What would you do differently?",
  "What did you notice that others may have missed?",
  "Which song was in your head?",
  "What did you finish?",
  "What did you begin?",
  "What surprised you?",
  "Who helped you, and how?",
  "Whom did you help?",
  "What was difficult, and what did you do about it?",
  "What are you grateful for today?",
  "What did the sky look like?",
  "Where would you like to be right now?",
  "What did you read, watch or hear?",
  "What took longer than it should have?",
  "What could you let go of?",
  "What was the quietest moment?",
  "What did you spend money on, and was it worth it?",
  "Which small thing made the day easier?",
  "What did you put off?",
  "What do you think about most at the moment?",
  "Which decision did you make?",
  "What would you tell a friend about today?",
  "How did you sleep, and what did you dream?",
  "What did you do with your hands?",
  "What is new in the place where you live?",
  "What did you change your mind about?",
  "Which question would you like answered?",
  "What did you move, carry, walk or run?",
  "What does your room look like now?",
  "What would make tomorrow good?",
  "Which word describes today?",
  "What did you hear somebody say?",
  "What did you miss?",
  "What do you want to try?",
  "Which habit is going well?",
  "What did you do only for yourself?",
  "Who would you like to see again?",
  "What will you laugh about in a year?",
  "What smelled good?",
  "What did a child, or an animal, do?",
  "What is the next small step of what matters to you?",
  "What did you find beautiful?",
  "What are you proud of?",
  "What did you forget?",
  "Which place did you go to for the first time?",
  "What do you know now that you did not know a year ago?",
  "What is worth a photo, even if you took none?",
  "What did you repair, tidy or throw away?",
  "What was the first thing you did today?",
  "How did the week feel?",
  "What would you like to ask yourself in five years?",
  "What stayed the same?",
];

/**
 * @param date `2026-12-01`, where the writer is
 * @param turn how often somebody has asked for another one that day
 */
export function promptOf(date: string, turn = 0): string {
  const day = dayOf(date);
  const count = prompts.length;
  const asked = (Number.isNaN(day) ? 0 : day) + turn * leap;
  return prompts[(((asked * stride) % count) + count) % count] ?? "";
}

/** Each has no divisor in common with 60, so all are asked before one comes again; turns do not give tomorrow's. */
const stride = 23;
const leap = 7;
