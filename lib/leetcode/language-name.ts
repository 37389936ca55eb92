/** Names of languages as LeetCode and its users write them in lower case; others are shown as they are. */
const names: Record<string, string> = {
  bash: "Bash",
  c: "C",
  cangjie: "Cangjie",
  cpp: "C++",
  csharp: "C#",
  dart: "Dart",
  elixir: "Elixir",
  erlang: "Erlang",
  go: "Go",
  golang: "Go",
  java: "Java",
  javascript: "JavaScript",
  kotlin: "Kotlin",
  mssql: "MS SQL",
  mysql: "MySQL",
  oraclesql: "Oracle SQL",
  pandas: "Pandas",
  php: "PHP",
  postgresql: "PostgreSQL",
  python: "Python",
  python3: "Python 3",
  pythondata: "Pandas",
  racket: "Racket",
  ruby: "Ruby",
  rust: "Rust",
  scala: "Scala",
  sql: "SQL",
  swift: "Swift",
  typescript: "TypeScript",
};

export function languageName(language: string): string {
  const key = language.trim().toLowerCase();
  return (Object.hasOwn(names, key) ? names[key] : undefined) ?? (language || "Code");
}
