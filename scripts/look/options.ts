import { hasHost } from '../../src/server/platform/base/settings-checks.ts';
import { OperatorError, readArguments } from '../../src/server/platform/base/operator-error.ts';

const languages = ['en', 'fr', 'ar'] as const;
export type Language = (typeof languages)[number];
const widths = [360, 768, 1280, 1920] as const;
export type Width = (typeof widths)[number];
const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];
const people = ['guest', 'customer', 'newcomer', 'admin', 'agent'] as const;
export type Who = (typeof people)[number];

/** The pictures to take: all of them by default. */
export interface LookOptions {
  languages: readonly Language[];
  widths: readonly Width[];
  themes: readonly Theme[];
  people: readonly Who[];
  /** Parts of screen names or of states; all when empty. */
  only: readonly string[];
  /** The URL of a running server with the demo shop; by default one is started. */
  url: string | null;
  /** Whether to take the pictures of the README instead. */
  readme: boolean;
}

const usage =
  'npm run look -- [--only SCREEN|STATE]… [--who guest|customer|newcomer|admin|agent]… [--lang en|fr|ar]… [--width 360|768|1280|1920]… [--theme light|dark]… [--url URL] [--readme]';

/** Reads `--only <screen or state> --who customer --lang ar --width 360 --theme dark --url … --readme`; `--only` may come several times. */
export function readOptions(args: string[]): LookOptions {
  const { values } = readArguments(usage, {
    args,
    options: {
      only: { type: 'string', multiple: true },
      who: { type: 'string', multiple: true },
      lang: { type: 'string', multiple: true },
      width: { type: 'string', multiple: true },
      theme: { type: 'string', multiple: true },
      url: { type: 'string' },
      readme: { type: 'boolean' },
    },
  });
  const { only = [], url } = values;
  if (url !== undefined && !hasHost(url, 'http', 'https')) throw new OperatorError('--url takes the URL of a server.');
  return {
    people: chosen('who', people, values.who),
    languages: chosen('lang', languages, values.lang),
    widths: chosen('width', widths, values.width),
    themes: chosen('theme', themes, values.theme),
    only,
    url: url ?? null,
    readme: values.readme ?? false,
  };
}

function chosen<Value extends string | number>(
  option: string,
  all: readonly Value[],
  wanted: string[] | undefined,
): readonly Value[] {
  if (!wanted) return all;
  const unknown = wanted.find((one) => !all.some((value) => String(value) === one));
  if (unknown !== undefined) throw new OperatorError(`--${option} is one of ${all.join(', ')}.`);
  return all.filter((value) => wanted.includes(String(value)));
}
