import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { writeWhole } from '../files/write-whole.ts';
import type { Settings } from '../base/settings.ts';

/**
 * A queued e-mail as it is sent. `id` is the same at each attempt.
 *
 * @internal Exported for tests, whose mail transports receive it.
 */
export interface OutgoingEmail {
  id: number;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  /** Ms since epoch. */
  writtenAt: number;
  /** What the shop sets of the sender; blank parts are those of the operator. */
  sender: Sender;
}

/** The name before the address of the sender, and the address to which readers reply. */
export interface Sender {
  name: string;
  replyTo: string;
}

/** The number of e-mails that one server sends at a time. */
export const parallelEmails = 8;

/** Hands e-mails to the mail server, several at a time. */
export interface MailTransport {
  /** Throws when the e-mail was not accepted. */
  send(email: OutgoingEmail): Promise<void>;
  close(): void;
}

/** Opens SMTP, or a folder of `.eml` files that any mail program opens. */
export function openMailTransport(settings: Settings['mail']): MailTransport {
  return settings.kind === 'smtp'
    ? smtpTransport(settings.url, settings.from)
    : folderTransport(settings.folder, settings.from);
}

function smtpTransport(url: string, from: string): MailTransport {
  const mailer = createTransport({
    url,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 30_000,
    pool: true,
    maxConnections: parallelEmails,
    // Fewer than mail servers accept on one connection, and closed before they or a firewall drop it.
    maxMessages: 10,
    idleTimeout: 1_000,
    // The queue repeats, with its pauses.
    maxRequeues: 0,
  });
  return {
    send: async (email) => void (await mailer.sendMail(messageOf(email, from))),
    close: () => mailer.close(),
  };
}

function folderTransport(path: string, from: string): MailTransport {
  const mailer = createTransport({ streamTransport: true, buffer: true });
  return {
    async send(email) {
      const { message: bytes } = await mailer.sendMail(messageOf(email, from));
      await mkdir(path, { recursive: true, mode: 0o700 });
      const stamp = new Date(email.writtenAt).toISOString().replace(/[:.]/g, '-');
      await writeWhole(join(path, `${stamp}-${String(email.id).padStart(6, '0')}.eml`), bytes as Buffer);
    },
    close: () => mailer.close(),
  };
}

function messageOf(email: OutgoingEmail, from: string) {
  const { name, replyTo } = email.sender;
  return {
    // The address stays that of the operator, whose mail server may send for it (SPF).
    from: name ? { name, address: addressIn(from) } : from,
    ...(replyTo && { replyTo: { name: '', address: replyTo } }),
    // As an object the address cannot add further recipients or headers.
    to: { name: '', address: email.recipient },
    subject: email.subject,
    text: email.text,
    html: email.html,
    date: new Date(email.writtenAt),
    messageId: messageIdOf(email, from),
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Returns the address of a sender such as `Shop <shop@example.org>`. */
const addressIn = (from: string): string =>
  /<([^<>]+@[^<>]+)>/.exec(from)?.[1] ?? /[^\s@<>]+@[^\s@<>]+/.exec(from)?.[0] ?? from;

/**
 * The same at each attempt: a mail server that gets an e-mail twice, because its first reply was lost, recognises it.
 */
function messageIdOf({ id, writtenAt, recipient }: OutgoingEmail, from: string): string {
  const localPart = createHash('sha256').update(`${id} ${writtenAt} ${recipient}`).digest('hex').slice(0, 32);
  return `<${localPart}@${/@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'}>`;
}
