import type { Plugin } from 'vite';

/**
 * Tells `public/boot.js` the files that the app will ask for before it can show anything: the words of each language,
 * and what every page behind the login needs. It brings the right ones beside the app instead of after it.
 */
export function nameEarlyFiles(): Plugin {
  return {
    name: 'early-files',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const files = Object.values(bundle ?? {}).flatMap((file) => (file.type === 'chunk' ? [file] : []));
        const early = files.flatMap(({ name, fileName, facadeModuleId }) => {
          const language = /\/locale\/(\w+)\.po$/.exec(facadeModuleId ?? '')?.[1];
          return language || name === 'house' ? [[language ?? name, `/${fileName}`]] : [];
        });
        const content = JSON.stringify(Object.fromEntries(early));
        return [{ tag: 'meta', attrs: { name: 'early-files', content }, injectTo: 'head-prepend' }];
      },
    },
  };
}
