import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** The plain text of a ciphertext: a code with its serial number and PIN. */
interface CodeText {
  code: string;
  serial?: string | undefined;
  pin?: string | undefined;
}

/**
 * Encrypts codes with the first key of CODES_KEY, and decrypts them with any of its keys: AES-256-GCM with a random
 * nonce and the uid of the code as associated data, so that two ciphertexts that were swapped are refused.
 */
export interface CodeCipher {
  /** The id of the key that encrypts, and those of all keys: 8 hex digits each. */
  keyId: string;
  keyIds: readonly string[];
  /** `v1.<key id>.<base64url of nonce, text and tag>`. */
  encrypt(uid: string, text: CodeText): string;
  /** Throws CodeUnreadable for a key that is not configured, another uid, or a changed text. */
  decrypt(uid: string, ciphertext: string): CodeText;
  /** What two equal codes have in common, under each key: 32 hex digits; spaces and hyphens do not count, case does. */
  marks(code: string): string[];
}

/** A ciphertext that no configured key decrypts. Its message contains neither the code nor the key. */
export class CodeUnreadable extends Error {}

const version = 'v1';
const nonceBytes = 12;
const tagBytes = 16;

interface Key {
  id: string;
  encryption: Buffer;
  mark: Buffer;
}

/** `secrets` are the keys, 32 bytes each in base64url; the first one encrypts. */
export function createCodeCipher(secrets: readonly string[]): CodeCipher {
  const keys = secrets.map(keyOf);
  const [first] = keys;
  if (!first) throw new Error('a code cipher needs a key');
  return {
    keyId: first.id,
    keyIds: keys.map(({ id }) => id),
    encrypt: (uid, text) => encryptWith(first, uid, text),
    decrypt: (uid, ciphertext) => decryptWith(keys, uid, ciphertext),
    marks: (code) => keys.map(({ mark }) => markOf(mark, code)),
  };
}

function keyOf(secret: string): Key {
  const bytes = Buffer.from(secret, 'base64url');
  const derived = (purpose: string) => Buffer.from(hkdfSync('sha256', bytes, '', `comptoir codes ${purpose}`, 32));
  const id = createHash('sha256').update(derived('id')).digest('hex').slice(0, 8);
  return { id, encryption: derived('encryption'), mark: derived('mark') };
}

function encryptWith({ id, encryption }: Key, uid: string, text: CodeText): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', encryption, nonce).setAAD(associated(uid));
  const body = Buffer.concat([cipher.update(JSON.stringify(text), 'utf8'), cipher.final()]);
  return `${version}.${id}.${Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url')}`;
}

function decryptWith(keys: readonly Key[], uid: string, ciphertext: string): CodeText {
  const [format, id, data] = ciphertext.split('.');
  const key = keys.find((one) => one.id === id);
  if (format !== version || !key || data === undefined)
    throw new CodeUnreadable('no configured key decrypts this code');
  const bytes = Buffer.from(data, 'base64url');
  const tag = bytes.subarray(-tagBytes);
  const decipher = createDecipheriv('aes-256-gcm', key.encryption, bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
    .setAAD(associated(uid))
    .setAuthTag(tag);
  try {
    const body = Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()]);
    return JSON.parse(body.toString('utf8')) as CodeText; // authenticated, so only `encryptWith` wrote it
  } catch {
    throw new CodeUnreadable('this code was changed or belongs to another record');
  }
}

const associated = (uid: string): Buffer => Buffer.from(`code:${uid}`);

const markOf = (key: Buffer, code: string): string =>
  createHmac('sha256', key).update(code.normalize('NFC').replace(/[\s-]/g, '')).digest('hex').slice(0, 32);
