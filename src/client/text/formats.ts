/** The formats in use, by their kind, language and options: to make one takes a hundred times as long as to use it. */
const formats = new Map<string, unknown>();

/** Returns the number format of a language (`tagOf`), made once. */
export const numberFormat = (tag: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat =>
  kept('number', tag, options, () => new Intl.NumberFormat(tag, options));

/** Returns the date format of a language (`tagOf`), made once; without a `timeZone` for that of the device. */
export const dateFormat = (tag: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  // A format keeps the time zone in which it was made.
  kept(
    `date ${options.timeZone ?? new Date().getTimezoneOffset()}`,
    tag,
    options,
    () => new Intl.DateTimeFormat(tag, options),
  );

/** Returns the format of times from now in a language (`tagOf`), made once: "yesterday", "5 minutes ago". */
export const relativeFormat = (tag: string): Intl.RelativeTimeFormat =>
  kept('relative', tag, {}, () => new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }));

function kept<Format>(kind: string, tag: string, options: object, create: () => Format): Format {
  const name = `${kind} ${tag} ${JSON.stringify(options)}`;
  const format = (formats.get(name) as Format | undefined) ?? create();
  formats.set(name, format);
  return format;
}

let isTwelveHours: boolean | undefined;

/** Returns whether this device shows times of day with 12 hours. */
export const hasTwelveHours = (): boolean =>
  (isTwelveHours ??= new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions().hour12 === true);
