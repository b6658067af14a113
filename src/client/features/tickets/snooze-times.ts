const hourMs = 3_600_000;
const eveningHour = 18;
const morningHour = 8;

/** Returns the times that the menu offers, in this device's time zone; no evening when it begins within an hour. */
export function snoozeTimes(now: Date): { hour: Date; evening: Date | null; morning: Date; week: Date } {
  const evening = atHour(now, 0, eveningHour);
  const daysToMonday = (8 - now.getDay()) % 7 || 7;
  return {
    hour: new Date(now.getTime() + hourMs),
    evening: evening.getTime() - now.getTime() > hourMs ? evening : null,
    morning: atHour(now, 1, morningHour),
    week: atHour(now, daysToMonday, morningHour),
  };
}

const atHour = (now: Date, days: number, hour: number): Date =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour);
