import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { VitePWA, type VitePWAOptions } from 'vite-plugin-pwa';
import about from './package.json' with { type: 'json' };
import { nameChunks } from './scripts/chunks.ts';
import { nameEarlyFiles } from './scripts/early-files.ts';
import { thirdPartyNotices } from './scripts/notices.ts';
import { networkSimulator } from './scripts/network-simulator.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const server = process.env.API_URL ?? 'http://127.0.0.1:3000';

/** One for the app and its service worker, which is a build of its own: the file names the packages of both. */
const notices = thirdPartyNotices();

const screenshot = { type: 'image/png' } as const;
const icon = { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' };

// What makes the app installable, and which files the service worker brings to the device.
const pwa: Partial<VitePWAOptions> = {
  strategies: 'injectManifest',
  srcDir: '.',
  filename: 'service-worker.ts',
  registerType: 'prompt',
  injectRegister: false,
  includeAssets: ['icons/icon.svg', 'icons/apple-touch-icon.png'],
  manifest: {
    id: '/',
    name: 'Comptoir',
    short_name: 'Comptoir',
    description: 'Order from your balance and talk to support, with or without a connection.',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#ffffff',
    theme_color: '#0f766e',
    lang: 'en',
    dir: 'ltr',
    categories: ['business', 'shopping'],
    icons: [
      { ...icon, purpose: 'any' },
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    screenshots: [
      { ...screenshot, src: '/screenshots/narrow.png', sizes: '390x844', form_factor: 'narrow' },
      { ...screenshot, src: '/screenshots/narrow-ar.png', sizes: '390x844', form_factor: 'narrow' },
      { ...screenshot, src: '/screenshots/wide.png', sizes: '1280x800', form_factor: 'wide' },
    ],
    shortcuts: [
      { name: 'New ticket', url: '/user/tickets/create', icons: [icon] },
      { name: 'Orders', url: '/user/orders', icons: [icon] },
    ],
  },
  injectManifest: {
    globPatterns: ['**/*.{js,css,html,woff2}'],
    globIgnores: ['service-worker.js', '**/memory-factory-*.js'],
    buildPlugins: { vite: [notices] },
  },
};

export default defineConfig({
  root: here('src/client'),
  publicDir: here('public'),
  cacheDir: here('node_modules/.vite'),
  define: { __APP_VERSION__: JSON.stringify(process.env.APP_VERSION ?? about.version) },
  // The order matters: Lingui's macros (Babel) must be gone before the React Compiler sees the code.
  plugins: [
    lingui({ failOnCompileError: true }),
    babel({ presets: [linguiTransformerBabelPreset()] }),
    react({ compiler: { logDiagnostics: true } }),
    nameEarlyFiles(),
    networkSimulator(server),
    notices,
    VitePWA(pwa),
  ],
  server: {
    host: '127.0.0.1',
    fs: { allow: [here('.')] },
  },
  build: {
    outDir: here('dist'),
    emptyOutDir: true,
    target: 'es2023',
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ debugName: 'pages', name: nameChunks(here('src/client')) }],
        },
      },
    },
  },
});
