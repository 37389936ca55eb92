export function tasksWord(count: number): string {
  return count === 1 ? "1 task" : `${count} tasks`;
}
