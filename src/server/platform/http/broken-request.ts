import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type OutgoingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { refusalMark, type RefusalBody } from '../../../contract/refusals.ts';
import type { Logger } from '../base/logger.ts';

/**
 * Answers bytes that are not a readable request, or that took too long to arrive: 400, 408 or 431 with a request id. A
 * connection that the client has closed gets no response.
 */
export function answerBrokenRequest(
  { log, policies }: { log: Logger; policies: OutgoingHttpHeaders },
  error: Error & { code?: string },
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const requestId = randomUUID();
  const status = statusOf[error.code ?? ''] ?? 400;
  log.debug({ requestId, status, reason: error.code }, 'not a request');
  if (socket.writable) socket.write(answerOf(status, { ...policies, 'x-request-id': requestId }));
  socket.destroy();
}

const statusOf: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

function answerOf(status: number, otherHeaders: OutgoingHttpHeaders): string {
  const body: RefusalBody = { code: 'INVALID_REQUEST', message: 'The request is not valid.', server: refusalMark };
  const text = JSON.stringify(body);
  const headers = [
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Cache-Control: no-store',
    ...Object.entries(otherHeaders).map(([name, value]) => `${name}: ${String(value)}`),
  ];
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...headers, '', text].join('\r\n');
}
