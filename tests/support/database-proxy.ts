import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface DatabaseProxy {
  /** The address of the database through the proxy. */
  url: string;
  /**
   * Drops all data without closing a connection, on open connections and on those opened before `recover`. These
   * connections never work again.
   */
  fallSilent(): void;
  /** Falls silent when the server sends `text`, which is dropped too. */
  fallSilentAt(text: string): void;
  /** Cuts the connection that has sent `text` when PostgreSQL answers its next COMMIT; the answer is lost. */
  loseCommitAfter(text: string): void;
  recover(): void;
  /** Number of dropped requests and lost answers; a test checks that it is not 0. */
  faults: number;
}

/** A network between the server and the PostgreSQL at `url`, on a free loopback port until the end of the test. */
export async function startDatabaseProxy(url: string): Promise<DatabaseProxy> {
  const target = new URL(url);
  const folder = target.searchParams.get('host');
  const connectToDatabase = () =>
    folder ? connect(`${folder}/.s.PGSQL.5432`) : connect(Number(target.port || 5432), target.hostname);
  const network = new Network();
  const server = createServer((client) => network.join(client, connectToDatabase()));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(async () => {
    network.cutAll();
    await new Promise((closed) => server.close(closed));
  });
  const { port } = server.address() as AddressInfo;
  return Object.assign(network, { url: `postgres://${target.username}@127.0.0.1:${port}${target.pathname}` });
}

class Network {
  faults = 0;
  private isSilent = false;
  private silentAt: string | undefined;
  private lostAfter: string | undefined;
  private readonly pairs = new Set<Pair>();

  join(client: Socket, database: Socket): void {
    const pair: Pair = { client, database, isSilent: this.isSilent, isMarked: false, losesAnswer: false };
    this.pairs.add(pair);
    for (const socket of [client, database]) {
      socket.on('error', () => undefined);
      socket.on('close', () => this.close(pair, socket));
    }
    client.on('data', (part) => this.send(pair, part));
    database.on('data', (part) => this.answer(pair, part));
  }

  fallSilent(): void {
    this.isSilent = true;
    for (const pair of this.pairs) pair.isSilent = true;
  }

  fallSilentAt(text: string): void {
    this.silentAt = text;
  }

  loseCommitAfter(text: string): void {
    this.lostAfter = text;
  }

  recover(): void {
    this.isSilent = false;
  }

  cutAll(): void {
    for (const { client, database } of this.pairs) {
      client.destroy();
      database.destroy();
    }
  }

  private send(pair: Pair, part: Buffer): void {
    const text = part.toString('latin1');
    if (this.silentAt !== undefined && text.includes(this.silentAt)) {
      this.silentAt = undefined;
      this.fallSilent();
    }
    if (pair.isSilent) return void (this.faults += 1);
    if (this.lostAfter !== undefined && text.includes(this.lostAfter)) pair.isMarked = true;
    if (pair.isMarked && text.includes('commit')) {
      this.lostAfter = undefined;
      pair.losesAnswer = true;
    }
    pair.database.write(part);
  }

  private answer(pair: Pair, part: Buffer): void {
    if (pair.isSilent) return;
    if (!pair.losesAnswer) return void pair.client.write(part);
    this.faults += 1;
    pair.client.destroy();
  }

  private close(pair: Pair, socket: Socket): void {
    // PostgreSQL does not notice when the server closes a silent connection.
    if (pair.isSilent && socket === pair.client) return;
    this.pairs.delete(pair);
    pair.client.destroy();
    pair.database.destroy();
  }
}

interface Pair {
  client: Socket;
  database: Socket;
  isSilent: boolean;
  /** Whether this connection sent the text whose COMMIT gets no answer. */
  isMarked: boolean;
  losesAnswer: boolean;
}
