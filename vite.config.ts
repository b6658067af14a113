import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA, type VitePWAOptions } from 'vite-plugin-pwa';
import about from './package.json' with { type: 'json' };
import { nameChunks } from './scripts/chunks.ts';
import { nameEarlyFiles } from './scripts/early-files.ts';
import { cutFonts } from './scripts/fonts.ts';
import { thirdPartyNotices } from './scripts/notices.ts';
import { syncWorker } from './scripts/sync-worker.ts';
import { prebuiltTheme } from './scripts/theme.ts';
import { networkSimulator } from './scripts/network-simulator.ts';
import { manifestIn, webManifests } from './scripts/web-manifests.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const server = process.env.API_URL ?? 'http://127.0.0.1:3000';

/** One for the app and its service worker, which is a build of its own: the file names the packages of both. */
const notices = thirdPartyNotices();

/** Options of the service worker's build, which takes none of ours and names one that Rolldown no longer wants. */
const workerOptions: Plugin = {
  name: 'service-worker-options',
  config({ build }) {
    const output = build?.rolldownOptions?.output ?? build?.rollupOptions?.output;
    if (!output || Array.isArray(output)) throw new Error('the build of the service worker has other options now');
    delete output.inlineDynamicImports;
    output.codeSplitting = false;
    return { logLevel: 'warn' };
  },
};

// What makes the app installable, and which files the service worker brings to the device.
const pwa: Partial<VitePWAOptions> = {
  strategies: 'injectManifest',
  srcDir: '.',
  filename: 'service-worker.ts',
  registerType: 'prompt',
  injectRegister: false,
  includeAssets: ['icons/icon.svg', 'icons/apple-touch-icon.png'],
  manifest: manifestIn('en'),
  injectManifest: {
    globPatterns: ['**/*.{js,css,html,woff2}'],
    globIgnores: ['service-worker.js', '**/memory-factory-*.js'],
    buildPlugins: { vite: [notices, workerOptions] },
  },
};

export default defineConfig({
  root: here('src/client'),
  publicDir: here('public'),
  cacheDir: here('node_modules/.vite'),
  define: { __APP_VERSION__: JSON.stringify(process.env.APP_VERSION ?? about.version) },
  // The order matters: Lingui's macros (Babel) must be gone before the React Compiler sees the code.
  plugins: [
    prebuiltTheme(),
    cutFonts(),
    syncWorker(),
    lingui({ failOnCompileError: true }),
    babel({ presets: [linguiTransformerBabelPreset()] }),
    react({ compiler: { logDiagnostics: true } }),
    nameEarlyFiles(),
    networkSimulator(server),
    notices,
    VitePWA(pwa),
    webManifests(),
  ],
  // The package's main file is compiled for old browsers, which makes it 1.7 kB larger.
  resolve: { alias: [{ find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' }] },
  server: {
    host: '127.0.0.1',
    fs: { allow: [here('.')] },
  },
  build: {
    outDir: here('dist'),
    emptyOutDir: true,
    target: 'es2023',
    manifest: true,
    // All browsers of the target know `modulepreload`.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Emotion imports both for a function that the app does not use.
      treeshake: {
        moduleSideEffects: [{ test: /\/node_modules\/(?:hoist-non-react-statics|react-is)\//, sideEffects: false }],
      },
      onLog(level, log, report) {
        // A component that the React Compiler leaves out is rendered again with every render of its parent.
        if (log.plugin === 'vite:react-compiler') throw new Error(log.message);
        report(level, log);
      },
      output: {
        // The service worker lists all files: with hashes of 8 characters, or of more letters, it would be larger.
        hashCharacters: 'hex',
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ debugName: 'pages', name: nameChunks(here('src/client')) }],
        },
      },
    },
  },
});
