import { createServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A fault of the SMTP server: an error code at a step, or a closed connection in the middle of an e-mail. */
export type SmtpFault = { at: 'greeting' | 'MAIL' | 'RCPT' | 'DATA' | 'end of DATA'; say: string } | 'hang up in DATA';

export interface AcceptedEmail {
  from: string;
  to: string[];
  /** The e-mail as it was received, dots unstuffed. */
  raw: string;
}

/** An SMTP server on its own port that stores the e-mails it accepts. */
export interface SmtpServer {
  url: string;
  /** The accepted e-mails, oldest first. */
  emails: AcceptedEmail[];
  /** The texts of all completely received e-mails, also of refused ones. */
  receivedTexts: string[];
  /** The faults of the next e-mails, one each; a fault at the greeting is that of the next connection. */
  faults: SmtpFault[];
  /** Number of connections so far. */
  connections: number;
  /** While true the server closes every connection. It keeps its port, which another process would take otherwise. */
  isDown: boolean;
  /** How long the server waits before it accepts an e-mail, in ms. */
  delayMs: number;
  /** The largest number of e-mails that it was receiving at the same time. */
  mostAtOnce: number;
}

/** Starts an SMTP server for one test. */
export async function startSmtpServer(): Promise<SmtpServer> {
  const sockets = new Set<Socket>();
  const receiving = new Set<Socket>();
  let isDown = false;
  const smtpServer: SmtpServer = {
    url: '',
    emails: [],
    receivedTexts: [],
    faults: [],
    connections: 0,
    delayMs: 0,
    mostAtOnce: 0,
    get isDown() {
      return isDown;
    },
    set isDown(down) {
      isDown = down;
      if (down) for (const socket of sockets) socket.destroy();
    },
  };
  const server = createServer((socket) => {
    if (isDown) return void socket.destroy();
    sockets.add(socket.on('error', () => undefined));
    socket.on('close', () => [sockets, receiving].forEach((all) => all.delete(socket)));
    smtpServer.connections += 1;
    converse(socket, smtpServer, (isReceiving) => {
      receiving[isReceiving ? 'add' : 'delete'](socket);
      smtpServer.mostAtOnce = Math.max(smtpServer.mostAtOnce, receiving.size);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  smtpServer.url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(async () => {
    smtpServer.isDown = true;
    await new Promise((closed) => server.close(closed));
  });
  return smtpServer;
}

/** The raw head and the decoded text and HTML of an e-mail. */
export function partsOf({ raw }: AcceptedEmail): { head: string; text: string; html: string } {
  const decoded = raw.replaceAll('=\r\n', '').replace(/(=[0-9A-F]{2})+/g, (run) => {
    return Buffer.from(run.replaceAll('=', ''), 'hex').toString();
  });
  const start = decoded.indexOf('<!doctype html>');
  const head = raw.slice(0, raw.indexOf('\r\n\r\n'));
  return { head, text: decoded.slice(head.length, start), html: decoded.slice(start, decoded.indexOf('</html>')) };
}

/** The first link in an e-mail; `none:` without one. */
export const linkIn = (email: AcceptedEmail): URL => new URL(/^https?:\S+$/m.exec(partsOf(email).text)?.[0] ?? 'none:');

type Step = Exclude<SmtpFault, string>['at'];

/** Answers the commands of one connection; calls `onReceiving` when an e-mail begins and when it is over. */
function converse(socket: Socket, smtpServer: SmtpServer, onReceiving: (isReceiving: boolean) => void): void {
  const { faults } = smtpServer;
  const isOfGreeting = (next: SmtpFault | undefined) => typeof next === 'object' && next.at === 'greeting';
  let fault = isOfGreeting(faults[0]) ? faults.shift() : undefined;
  /** Answers `text`, or the fault of this step; returns whether it answered `text`. */
  const say = (step: Step, text: string) => {
    const answer = typeof fault === 'object' && fault.at === step ? fault.say : text;
    socket.write(`${answer}\r\n`);
    return answer === text;
  };
  let email: AcceptedEmail = { from: '', to: [], raw: '' };
  let unread = '';
  let inData = false;
  socket.setEncoding('latin1');
  const commands: Record<string, (rest: string) => void> = {
    EHLO: () => void socket.write('250 smtp.example.test\r\n'),
    HELO: () => void socket.write('250 smtp.example.test\r\n'),
    MAIL(rest) {
      onReceiving(true);
      fault = isOfGreeting(faults[0]) ? undefined : faults.shift();
      if (say('MAIL', '250 yes')) email = { from: addressOf(rest), to: [], raw: '' };
    },
    RCPT: (rest) => void (say('RCPT', '250 yes') && email.to.push(addressOf(rest))),
    DATA: () => void (inData = say('DATA', '354 go on')),
    RSET() {
      onReceiving(false);
      socket.write('250 yes\r\n');
    },
    QUIT: () => void socket.end('221 bye\r\n'),
  };
  const accept = (raw: string) => {
    inData = false;
    setTimeout(() => {
      const text = Buffer.from(raw.replace(/^\.\./gm, '.'), 'latin1').toString();
      smtpServer.receivedTexts.push(text);
      if (!socket.destroyed && say('end of DATA', '250 taken')) smtpServer.emails.push({ ...email, raw: text });
      onReceiving(false);
    }, smtpServer.delayMs);
  };
  socket.on('data', (part: string) => {
    unread += part;
    if (inData && fault === 'hang up in DATA') return void socket.destroy();
    for (;;) {
      const end = inData ? unread.indexOf('\r\n.\r\n') : unread.indexOf('\r\n');
      if (end < 0) return;
      const line = unread.slice(0, end);
      unread = unread.slice(end + (inData ? 5 : 2));
      if (inData) accept(line);
      else (commands[line.slice(0, 4).toUpperCase()] ?? (() => void socket.write('502 what?\r\n')))(line.slice(5));
    }
  });
  if (!say('greeting', '220 smtp.example.test ESMTP')) socket.end();
}

const addressOf = (text: string): string => /<([^>]*)>/.exec(text)?.[1] ?? '';
