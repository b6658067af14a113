import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const fileName = 'third-party-notices.txt';
const packageFolder = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/;

/**
 * Writes `third-party-notices.txt` beside the built files: name, version, licence and licence text of every package of
 * which a file is in a bundle, fonts included. The same plugin in several builds writes the packages of all of them.
 * Fails the build when a package comes without a licence text.
 */
export function thirdPartyNotices(): Plugin {
  const folders = new Set<string>();
  return {
    name: 'third-party-notices',
    writeBundle({ dir }, bundle) {
      const { root } = this.environment.config;
      for (const file of Object.values(bundle).flatMap(sourcesOf)) {
        const [folder] = packageFolder.exec(resolve(root, file)) ?? [];
        if (folder) folders.add(folder);
      }
      const notices = [...folders].map(noticeOf).sort();
      writeFileSync(join(dir!, fileName), `This app contains the following packages.\n\n${notices.join('\n')}`);
    },
  };
}

/** The files that an output was made of: modules of a chunk, or the original of an asset. */
function sourcesOf(output: Rolldown.OutputChunk | Rolldown.OutputAsset): string[] {
  const files = output.type === 'chunk' ? output.moduleIds : output.originalFileNames;
  return files.filter((file) => !file.startsWith('\0')).map((file) => file.replaceAll('\\', '/'));
}

function noticeOf(folder: string): string {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const texts = licenceTexts(folder);
  if (texts.length === 0) throw new Error(`${manifest.name} ${manifest.version} has no licence text`);
  return `${'='.repeat(80)}\n${manifest.name} ${manifest.version} (${manifest.license})\n\n${texts.join('\n\n')}\n`;
}

function licenceTexts(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => /^(?:licen[cs]e|copying|notice)/i.test(name))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').trim());
}
