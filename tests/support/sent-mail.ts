import type { OutgoingLetter } from '../../src/server/platform/mail/transport.ts';
import type { World } from './world.ts';

/** Sends what is queued and returns the e-mails that were sent since the last call. */
export async function takeMail(world: World): Promise<OutgoingLetter[]> {
  await world.post.deliver();
  return world.post.letters.splice(0);
}

/** The same, as recipient and subject. */
export async function takeSubjects(world: World): Promise<[string, string][]> {
  return (await takeMail(world)).map(({ recipient, subject }) => [recipient, subject]);
}
