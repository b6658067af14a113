import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

/** The weights that the theme uses, in the variable font that has 100 to 900. */
const weights = { min: 400, max: 700 };

const inter = /\/inter-latin-wght-normal\.woff2$/;

/** All characters of the Basic Multilingual Plane: the plugin removes no character. */
const allCharacters = Array.from({ length: 0xd800 }, (_, code) => String.fromCharCode(code)).join('');

/**
 * Cuts the variable font Inter to the weights of the app, which makes it 30 % smaller; characters and features stay. Its
 * licence allows changed copies under the same name. The development server takes the whole font.
 */
export function cutFonts(): Plugin {
  return {
    name: 'cut-fonts',
    apply: 'build',
    config: () => ({ build: { rolldownOptions: { output: { assetFileNames } } } }),
    async generateBundle(_, bundle) {
      const fonts = Object.values(bundle).filter((file) => file.type === 'asset' && isInter(file));
      if (fonts.length !== 1) throw new Error(`cut-fonts: the app has ${fonts.length} files of Inter instead of one`);
      for (const font of fonts) if (font.type === 'asset') font.source = await cut(font.source);
    },
  };
}

/** A name with the weights: the hash is that of the whole font, and devices keep a file for as long as its name is the same. */
function assetFileNames(file: { originalFileNames: string[] }): string {
  const name = isInter(file) ? `inter-${weights.min}-${weights.max}` : '[name]';
  return `assets/${name}-[hash:7][extname]`;
}

function isInter({ originalFileNames }: { originalFileNames: string[] }): boolean {
  return originalFileNames.some((path) => inter.test(`/${path}`));
}

/** Returns a WOFF2 with the same characters and fewer weights. */
function cut(font: string | Uint8Array): Promise<Uint8Array> {
  return subsetFont(Buffer.from(font), allCharacters, { targetFormat: 'woff2', variationAxes: { wght: weights } });
}
