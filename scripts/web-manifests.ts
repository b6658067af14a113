import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import type { VitePWAOptions } from 'vite-plugin-pwa';
import { home } from './stamp.mjs';

type WebManifest = Exclude<VitePWAOptions['manifest'], false>;

const icon = { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' };
const screenshot = { type: 'image/png' } as const;

/** What an operating system shows of the installed app, in each of its languages. */
const texts = {
  en: {
    description: 'Order from your balance and talk to support, with or without a connection.',
    orders: 'Orders',
    tickets: 'Tickets',
  },
  fr: {
    description: 'Commandez avec votre solde et écrivez à l’assistance, avec ou sans connexion.',
    orders: 'Commandes',
    tickets: 'Tickets',
  },
  ar: {
    description: 'اطلب من رصيدك وتواصل مع الدعم، باتصال أو بدونه.',
    orders: 'الطلبات',
    tickets: 'التذاكر',
  },
} as const;

/** Returns the web app manifest in a language. Its shortcuts lead each role to its own pages. */
export function manifestIn(locale: keyof typeof texts): Partial<WebManifest> {
  const { description, orders, tickets } = texts[locale];
  return {
    id: '/',
    name: 'Comptoir',
    short_name: 'Comptoir',
    description,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    // A shortcut opens in the window that is already there.
    launch_handler: { client_mode: 'navigate-existing' },
    background_color: '#ffffff',
    theme_color: '#0f766e',
    lang: locale,
    dir: locale === 'ar' ? 'rtl' : 'ltr',
    categories: ['business', 'shopping'],
    icons: [
      { ...icon, purpose: 'any' },
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    screenshots: [
      {
        ...screenshot,
        src: locale === 'ar' ? '/screenshots/narrow-ar.png' : '/screenshots/narrow.png',
        sizes: '390x844',
        form_factor: 'narrow',
      },
      { ...screenshot, src: '/screenshots/wide.png', sizes: '1280x800', form_factor: 'wide' },
    ],
    // Of an installed app on Android. `answerShare` in the service worker answers it.
    share_target: {
      action: '/share',
      method: 'POST',
      enctype: 'multipart/form-data',
      params: {
        title: 'title',
        text: 'text',
        files: [{ name: 'slip', accept: ['image/*', 'application/pdf'] }],
      },
    },
    shortcuts: [
      { name: orders, url: '/orders', icons: [icon] },
      { name: tickets, url: '/tickets', icons: [icon] },
    ],
  };
}

/**
 * Adds the manifests in French and Arabic (`manifest.fr.webmanifest`) to the English one of vite-plugin-pwa. The HTML links
 * none of them, because the app adds the one in its language after the first load, and has its icon inside: browsers give
 * a manifest and icons a higher priority than the scripts of the app.
 */
export const webManifests = (): Plugin => ({
  name: 'web-manifests',
  enforce: 'post',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const icon = `data:image/svg+xml,${encodeURIComponent(readFileSync(join(home, 'public/icons/icon.svg'), 'utf8'))}`;
      return replaceOne(
        replaceOne(html, '<link rel="manifest" href="/manifest.webmanifest">', ''),
        '<link rel="icon" href="/icons/icon.svg"',
        `<link rel="icon" href="${icon}"`,
      );
    },
  },
  generateBundle() {
    for (const locale of ['fr', 'ar'] as const) {
      const source = JSON.stringify(manifestIn(locale));
      this.emitFile({ type: 'asset', fileName: `manifest.${locale}.webmanifest`, source });
    }
  },
});

function replaceOne(html: string, tag: string, replacement: string): string {
  if (!html.includes(tag)) throw new Error(`web-manifests: the HTML has no ${tag}`);
  return html.replace(tag, replacement);
}
