import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** What a post office does instead of taking a letter: says a code at a step, or hangs up in the middle of a letter. */
export type Trouble = { at: 'greeting' | 'MAIL' | 'RCPT' | 'DATA' | 'end'; say: string } | 'hang up in DATA';

export interface Received {
  from: string;
  to: string[];
  /** The letter as it came over the wire, dots unstuffed. */
  raw: string;
}

/** A post office on a port of its own, spoken to in SMTP. */
export interface Sink {
  url: string;
  /** What it has said "250" to, in that order. */
  letters: Received[];
  /** Letters it has read to their end, also those it then refused. */
  read: string[];
  /** One for each of the next connections; then all is well. */
  troubles: Trouble[];
  /** How many connections came. */
  calls: number;
  /** Refuses connections until `open`, on the same port. */
  shut(): Promise<void>;
  open(): Promise<void>;
  /** Ms it thinks before it takes a letter. */
  thinks: number;
}

/** Opens a post office for one test. */
export async function openSink(): Promise<Sink> {
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  let port = 0;
  const open = async () => {
    server = createServer((socket) => {
      sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => undefined));
      sink.calls += 1;
      converse(socket, sink, sink.troubles.shift());
    });
    const listening = server;
    await new Promise<void>((resolve) => listening.listen(port, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  };
  const shut = async () => {
    const closing = server;
    server = undefined;
    for (const socket of sockets) socket.destroy();
    if (closing) await new Promise((closed) => closing.close(closed));
  };
  const sink: Sink = { url: '', letters: [], read: [], troubles: [], calls: 0, thinks: 0, open, shut };
  await open();
  sink.url = `smtp://127.0.0.1:${port}`;
  onTestFinished(shut);
  return sink;
}

/** The words of a letter: its parts without the encoding they travel in. */
export function wordsOf({ raw }: Received): { head: string; text: string; html: string } {
  const decoded = raw.replaceAll('=\r\n', '').replace(/(=[0-9A-F]{2})+/g, (run) => {
    return Buffer.from(run.replaceAll('=', ''), 'hex').toString();
  });
  const start = decoded.indexOf('<!doctype html>');
  const head = raw.slice(0, raw.indexOf('\r\n\r\n'));
  return { head, text: decoded.slice(head.length, start), html: decoded.slice(start, decoded.indexOf('</html>')) };
}

/** The link in a letter. */
export const linkIn = (letter: Received): URL => new URL(/^https?:\S+$/m.exec(wordsOf(letter).text)?.[0] ?? 'none:');

type Step = Exclude<Trouble, string>['at'];

/** One connection: a line in, a line out; after DATA lines until the dot. */
function converse(socket: Socket, sink: Sink, trouble: Trouble | undefined): void {
  const say = (step: Step, text: string) => {
    const wrong = typeof trouble === 'object' && trouble.at === step;
    socket.write(`${wrong ? trouble.say : text}\r\n`);
    return !wrong;
  };
  let letter: Received = { from: '', to: [], raw: '' };
  let held = '';
  let inData = false;
  socket.setEncoding('latin1');
  const commands: Record<string, (rest: string) => void> = {
    EHLO: () => void socket.write('250 sink.example.test\r\n'),
    HELO: () => void socket.write('250 sink.example.test\r\n'),
    MAIL: (rest) => void (say('MAIL', '250 yes') && (letter = { from: addressOf(rest), to: [], raw: '' })),
    RCPT: (rest) => void (say('RCPT', '250 yes') && letter.to.push(addressOf(rest))),
    DATA: () => void (inData = say('DATA', '354 go on')),
    RSET: () => void socket.write('250 yes\r\n'),
    QUIT: () => void socket.end('221 bye\r\n'),
  };
  const take = (raw: string) => {
    inData = false;
    setTimeout(() => {
      const text = Buffer.from(raw.replace(/^\.\./gm, '.'), 'latin1').toString();
      sink.read.push(text);
      if (!socket.destroyed && say('end', '250 taken')) sink.letters.push({ ...letter, raw: text });
    }, sink.thinks);
  };
  socket.on('data', (part: string) => {
    held += part;
    if (inData && trouble === 'hang up in DATA') return void socket.destroy();
    for (;;) {
      const end = inData ? held.indexOf('\r\n.\r\n') : held.indexOf('\r\n');
      if (end < 0) return;
      const said = held.slice(0, end);
      held = held.slice(end + (inData ? 5 : 2));
      if (inData) take(said);
      else (commands[said.slice(0, 4).toUpperCase()] ?? (() => void socket.write('502 what?\r\n')))(said.slice(5));
    }
  });
  if (!say('greeting', '220 sink.example.test ESMTP')) socket.end();
}

const addressOf = (text: string): string => /<([^>]*)>/.exec(text)?.[1] ?? '';
