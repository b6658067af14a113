import { spawn } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { fastFolder } from '../support/machine.ts';
import { emptyInstallation, runCommand } from '../support/programs.ts';
import { databaseKind } from '../support/test-server.ts';

interface Service {
  [key: string]: unknown;
  image: string;
  build?: string | { dockerfile_inline: string };
  environment?: Record<string, string>;
  command?: string[];
  ports?: string[];
  cap_add?: string[];
}

const root = join(import.meta.dirname, '../..');
const compose = parse(readFileSync(join(root, 'compose.yaml'), 'utf8'), { merge: true }) as {
  services: Record<string, Service>;
  configs: { proxy: { content: string } };
};
const services = Object.entries(compose.services);

test.each(services)('%s runs without root rights, with a read-only file system and with limits', (_name, service) => {
  expect(service).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    user: expect.stringMatching(/^(node|[1-9]\d*:[1-9]\d*)$/),
    mem_limit: expect.stringMatching(/^\d+[mg]$/),
    pids_limit: expect.any(Number),
    logging: { driver: 'json-file', options: { 'max-size': expect.any(String), 'max-file': expect.any(String) } },
    restart: 'unless-stopped',
  });
  expect(service.privileged).toBeUndefined();
});

test('only the proxy uses low ports and is reachable from outside; the mail catcher only from this machine', () => {
  expect(services.filter(([, { cap_add }]) => cap_add).map(([name]) => name)).toEqual(['proxy']);
  expect(Object.fromEntries(services.flatMap(([name, { ports }]) => (ports ? [[name, ports]] : [])))).toEqual({
    proxy: ['80:80', '443:443', '443:443/udp'],
    mail: ['127.0.0.1:8025:8025'],
  });
});

test('every image that is not built here has an exact version', () => {
  const inline = services.flatMap(([, { build }]) => (typeof build === 'object' ? [build.dockerfile_inline] : []));
  const externalImages = [
    ...services.filter(([, { build }]) => !build).map(([, { image }]) => image),
    ...inline.map((file) => /^FROM (\S+)/.exec(file)?.[1]),
  ];

  expect(externalImages).toHaveLength(4);
  for (const image of externalImages) expect(image).toMatch(/:v?\d+\.\d+(\.\d+)?(-[a-z]+)?(@sha256:[0-9a-f]{64})?$/);
});

test('the proxy does not forward requests for the metrics', () => {
  const { content } = compose.configs.proxy;

  expect(content).toMatch(/@metrics path \/metrics \/metrics\/\*\n\s+respond @metrics 404\n/);
});

test('compose.yaml contains no secret', () => {
  const secrets = services.flatMap(([, { environment = {} }]) =>
    Object.entries(environment).filter(([name]) => /PASSWORD|SECRET|PEPPER|TOKEN|DATABASE_URL/.test(name)),
  );

  expect(secrets.length).toBeGreaterThan(8);
  for (const [, value] of secrets) expect(value).toContain('${');
});

test.runIf(databaseKind === 'sqlite')(
  'a dated backup is written each day, and a successful one removes backups older than BACKUP_DAYS',
  async () => {
    const { folder, installation, run } = await backupJob();
    await runCommand('migrate', installation);
    const [old, young] = ['comptoir-2026-01-01T00-00-00.backup', 'comptoir-2026-02-01T00-00-00.backup'];
    for (const name of [old, young, 'mine.backup']) writeFileSync(join(folder, name), 'x');
    const longAgo = Date.now() / 1000 - 20 * 86_400;
    for (const name of [old, 'mine.backup']) utimesSync(join(folder, name), longAgo, longAgo);

    expect(await run()).toMatchObject({ pauseSeconds: '86400', err: '' });

    const names = readdirSync(folder).toSorted();
    const made = names.filter((name) => ![young, 'mine.backup'].includes(name));
    expect(names).not.toContain(old);
    expect(made).toEqual([expect.stringMatching(/^comptoir-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.backup$/)]);
    expect(statSync(join(folder, made[0]!)).mode & 0o777).toBe(0o600);
  },
);

test.runIf(databaseKind === 'sqlite')(
  'a failed backup is tried again after an hour, and no old backup is removed',
  async () => {
    const { folder, run } = await backupJob();
    const old = join(folder, 'comptoir-2026-01-01T00-00-00.backup');
    writeFileSync(old, 'x');
    utimesSync(old, 1, 1);

    const { pauseSeconds, err } = await run();

    expect(pauseSeconds).toBe('3600');
    expect(err).toContain('No backup was taken; the next attempt is in an hour.');
    expect(readdirSync(folder)).toEqual(['comptoir-2026-01-01T00-00-00.backup']);
  },
);

/** The backup job of compose.yaml, in a folder on this machine; it ends at its first `sleep`. */
async function backupJob() {
  const baseFolder = mkdtempSync(join(fastFolder, 'comptoir-job-'));
  onTestFinished(() => rmSync(baseFolder, { recursive: true, force: true }));
  const [folder, programs] = [join(baseFolder, 'data'), join(baseFolder, 'bin')];
  mkdirSync(folder);
  mkdirSync(programs);
  writeFileSync(join(programs, 'sleep'), '#!/bin/sh\necho "paused $1"\nkill $PPID\n');
  chmodSync(join(programs, 'sleep'), 0o755);
  const installation = await emptyInstallation();
  const [shell, flag, script] = compose.services.backup!.command!;
  const run = async () => {
    const child = spawn(shell!, [flag!, script!.replaceAll('$$', '$').replaceAll('/data', folder)], {
      cwd: root,
      env: { ...installation, PATH: `${programs}:${dirname(process.execPath)}:${process.env.PATH}`, BACKUP_DAYS: '14' },
    });
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
    return { pauseSeconds: /paused (\d+)/.exec(out)?.[1], err };
  };
  return { folder, installation, run };
}
