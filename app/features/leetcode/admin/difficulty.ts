export const difficulties = [
  { value: "easy", label: "Easy" },
  { value: "medium", label: "Medium" },
  { value: "hard", label: "Hard" },
] as const;

export function difficultyWord(difficulty: string): string {
  return difficulties.find(({ value }) => value === difficulty)?.label ?? difficulty;
}
