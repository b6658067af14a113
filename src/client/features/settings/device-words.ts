/** The program and the device of a session, by the names that their makers give them. */
interface DeviceWords {
  browser: string | null;
  system: string | null;
  /** A phone or a tablet. */
  isMobile: boolean;
}

/** Reads browser and device from a User-Agent; parts that it does not name are null. */
export function deviceOf(userAgent: string | null): DeviceWords {
  const agent = userAgent ?? '';
  return {
    browser: nameIn(agent, browsers) ?? firstProduct(agent),
    system: nameIn(agent, systems),
    isMobile: /iPhone|iPad|Android|Mobile/.test(agent),
  };
}

type Names = readonly (readonly [sign: RegExp, name: string])[];

/** Most browsers also name those they resemble, so the order counts. */
const browsers: Names = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];

const systems: Names = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const nameIn = (agent: string, names: Names): string | null => names.find(([sign]) => sign.test(agent))?.[1] ?? null;

/** `curl` of `curl/8.5.0`; null for a browser that only says that it resembles Mozilla. */
function firstProduct(agent: string): string | null {
  const name = /^[\w.-]{1,40}/.exec(agent)?.[0];
  return name && name !== 'Mozilla' ? name : null;
}
