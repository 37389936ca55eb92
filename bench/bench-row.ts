/** One row of `bench/results.json`. Times are milliseconds unless the name says otherwise. */
export type BenchRow = {
  id: string;
  name: string;
  ours: number;
  reference: number;
  ratio: number;
  mark: string;
  reached: boolean;
  samples: number[];
};
