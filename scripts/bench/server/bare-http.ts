// A bare `node:http` server that answers every request with given bytes: the lower bound of a read.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An answer to repeat: header fields and a body. */
export interface RepeatedAnswer {
  fields: [name: string, value: string][];
  body: string;
}

let answer: { fields: string[]; body: Buffer } = { fields: [], body: Buffer.alloc(0) };

const server = createServer((request, response) => {
  request.resume();
  response.writeHead(200, answer.fields);
  response.end(answer.body);
});
server.listen(0, '127.0.0.1');

process.on('message', ({ fields, body }: RepeatedAnswer) => {
  answer = { fields: fields.flat(), body: Buffer.from(body) };
  process.send!({ port: (server.address() as AddressInfo).port });
});
