// A bare `node:http` server that answers everything with the bytes it was told: the floor of a read.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An answer to repeat: header fields and a body. */
export interface Bytes {
  fields: [name: string, value: string][];
  body: string;
}

let told: { fields: string[]; body: Buffer } = { fields: [], body: Buffer.alloc(0) };

const server = createServer((request, response) => {
  request.resume();
  response.writeHead(200, told.fields);
  response.end(told.body);
});
server.listen(0, '127.0.0.1');

process.on('message', ({ fields, body }: Bytes) => {
  told = { fields: fields.flat(), body: Buffer.from(body) };
  process.send!({ port: (server.address() as AddressInfo).port });
});
