import { randomBytes } from 'node:crypto';
import type { Upload } from '../support/uploads.ts';

/** A one-page PDF of about this many bytes, most of them an embedded stream of random bytes. */
export function largePdf(name: string, size: number): Upload {
  const objects = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    Buffer.from('<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>'),
    Buffer.concat([Buffer.from(`<< /Length ${size} >>\nstream\n`), randomBytes(size), Buffer.from('\nendstream')]),
  ];
  const parts = [Buffer.from('%PDF-1.7\n')];
  const offsets = objects.map((object, index) => {
    const offset = lengthOf(parts);
    parts.push(Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n'));
    return offset;
  });
  const start = lengthOf(parts);
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return {
    name,
    type: 'application/pdf',
    bytes: Uint8Array.from(Buffer.concat([...parts, Buffer.from(table + trailer)])),
  };
}

const lengthOf = (parts: readonly Buffer[]): number => parts.reduce((sum, { length }) => sum + length, 0);
