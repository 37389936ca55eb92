/** For tests that ask whether every rule of a file was seen to grant and to refuse. */
export type RulesObserver = {
  /**
   * Called once for each rule of the file. `place`: line, column and the rule's name. `outcomes`: what it can come to;
   * a rule that is just `true` or `false` has one.
   */
  found(place: string, outcomes: readonly boolean[]): void;
  evaluated(place: string, holds: boolean): void;
};
