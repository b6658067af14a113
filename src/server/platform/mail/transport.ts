import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { writeWhole } from '../files/write-whole.ts';
import type { Settings } from '../settings.ts';

/** A letter on its way out. `id` is the same at each attempt. */
export interface OutgoingLetter {
  id: number;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  /** Ms since epoch. */
  writtenAt: number;
}

/** Hands a letter to the post office; throws when it did not take it. */
export interface Transport {
  send(letter: OutgoingLetter): Promise<void>;
  close(): void;
}

/** SMTP, or a folder of `.eml` files that any mail program opens. */
export function openTransport(settings: Settings['mail']): Transport {
  return settings.kind === 'smtp' ? smtp(settings.url, settings.from) : folder(settings.folder, settings.from);
}

function smtp(url: string, from: string): Transport {
  const mailer = createTransport({ url, connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 });
  return {
    send: async (letter) => void (await mailer.sendMail(message(letter, from))),
    close: () => mailer.close(),
  };
}

function folder(path: string, from: string): Transport {
  const mailer = createTransport({ streamTransport: true, buffer: true });
  return {
    async send(letter) {
      const { message: bytes } = await mailer.sendMail(message(letter, from));
      await mkdir(path, { recursive: true, mode: 0o700 });
      const stamp = new Date(letter.writtenAt).toISOString().replace(/[:.]/g, '-');
      await writeWhole(join(path, `${stamp}-${String(letter.id).padStart(6, '0')}.eml`), bytes as Buffer);
    },
    close: () => mailer.close(),
  };
}

function message(letter: OutgoingLetter, from: string) {
  return {
    from,
    // As an object the address cannot bring further ones or headers with it.
    to: { name: '', address: letter.recipient },
    subject: letter.subject,
    text: letter.text,
    html: letter.html,
    date: new Date(letter.writtenAt),
    messageId: idOf(letter, from),
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** The same at each attempt: who got a letter twice, since the word that it was taken was lost, knows it again. */
function idOf({ id, writtenAt, recipient }: OutgoingLetter, from: string): string {
  const mark = createHash('sha256').update(`${id} ${writtenAt} ${recipient}`).digest('hex').slice(0, 32);
  return `<${mark}@${/@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'}>`;
}
