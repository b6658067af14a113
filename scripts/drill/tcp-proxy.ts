import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP proxy on a free loopback port, in the place of HAProxy. */
export interface TcpProxy {
  port: number;
  /** The port to which new connections lead; null: none are accepted, and open ones are cut. */
  leadTo(port: number | null): void;
  /** Passes on nothing any more of what the target sends, as a network that lags. */
  hold(): void;
  close(): Promise<void>;
}

/** Starts a proxy in front of a port. */
export async function startTcpProxy(first: number): Promise<TcpProxy> {
  let target: number | null = first;
  const pairs = new Set<{ client: Socket; server: Socket }>();
  const proxy = createServer((client) => {
    if (target === null) return void client.destroy();
    const server = connect(target, '127.0.0.1');
    const pair = { client, server };
    pairs.add(pair);
    for (const socket of [client, server]) {
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', () => cut(pair));
    }
    client.pipe(server);
    server.pipe(client);
  });
  const cut = (pair: { client: Socket; server: Socket }) => {
    pairs.delete(pair);
    pair.client.destroy();
    pair.server.destroy();
  };
  const cutAll = () => pairs.forEach((pair) => cut(pair));
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    port: (proxy.address() as AddressInfo).port,
    leadTo(port) {
      target = port;
      if (port === null) cutAll();
    },
    hold: () => pairs.forEach(({ client, server }) => server.unpipe(client)),
    async close() {
      cutAll();
      await new Promise((closed) => proxy.close(closed));
    },
  };
}
