/** Hours of a column of the activity table. */
export const blockHours = 3;

/** Days that are counted: each weekday occurs equally often. */
export const countedDays = 28;

/** Returns the first moment that is counted, in this device's time zone; today is the last day. */
export function firstCounted(now: number): number {
  const date = new Date(now);
  // Counts back in calendar days, because a day may have 23 or 25 hours.
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - countedDays + 1).getTime();
}

/** Counts moments by weekday, from Monday, and by blocks of hours, in this device's time zone. */
export function countByHour(times: readonly number[]): number[][] {
  const counts = Array.from({ length: 7 }, () => Array.from({ length: 24 / blockHours }, () => 0));
  for (const time of times) {
    const date = new Date(time);
    counts[(date.getDay() + 6) % 7]![Math.floor(date.getHours() / blockHours)]! += 1;
  }
  return counts;
}
