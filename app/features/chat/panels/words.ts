export function muteWords(minutes: number): string {
  if (minutes < 60) return `${minutes} minutes`;
  if (minutes < 1440) return minutes === 60 ? "an hour" : `${minutes / 60} hours`;
  return minutes === 1440 ? "a day" : `${minutes / 1440} days`;
}

export function slowWords(seconds: number): string {
  if (seconds === 0) return "Off";
  if (seconds < 60) return `${seconds} seconds`;
  if (seconds < 3600) return seconds === 60 ? "a minute" : `${seconds / 60} minutes`;
  return "an hour";
}
