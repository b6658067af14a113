import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { passwordMin } from '../../../contract/limits.ts';

/**
 * Passwords of at least eight characters that are at the top of every published list of leaked ones, also those that
 * people choose in French and Arabic. Compared without case; such a word with digits or signs behind it counts as well.
 */
const common = new Set(
  `password passw0rd p@ssword p@ssw0rd motdepasse azertyui azertyuiop qwertyui qwertyuiop qwertzui qwertzuiop
   asdfghjk asdfghjkl qwerty123 qwerty12 1q2w3e4r 1q2w3e4r5t 1qaz2wsx zaq12wsx qazwsxedc q1w2e3r4 q1w2e3r4t5
   abcdefgh abcdefghi abcd1234 abc12345 abcabcabc 12345678 123456789 1234567890 0123456789 87654321 987654321
   0987654321 11111111 111111111 1111111111 00000000 000000000 0000000000 22222222 55555555 66666666 77777777
   88888888 99999999 12341234 11223344 12121212 123123123 123321123 147258369 159753456 789456123 1234qwer
   qwer1234 asdf1234 zxcvbnm1 zxcvbnm123 letmein1 letmeinnow iloveyou iloveyou1 iloveyou2 sunshine princess
   football baseball basketball superman batman123 spiderman trustno1 starwars pokemon1 naruto123 dragon123
   monkey123 shadow123 master123 michael1 jennifer jordan23 charlie1 whatever computer internet samsung1
   samsung123 google123 facebook facebook1 welcome1 welcome123 admin123 admin1234 administrator root1234
   changeme changeme1 default1 secret123 test1234 testtest testing1 guest123 user1234 login123 hello123
   helloworld freedom1 liverpool chelsea1 arsenal1 barcelona realmadrid juventus mercedes porsche911 ferrari1
   corvette elephant butterfly chocolate cheesecake strawberry diamond1 precious blink182 metallica slipknot
   nirvana1 november december september victoria alexander benjamin christian danielle elizabeth jonathan
   nicholas patricia samantha veronica bonjour1 bonjour123 bienvenue soleil123 doudou123 loulou123 chouchou
   marseille marseille13 jetaime1 jetaimefort azerty123 azerty12 azertyqsdf nicolas1 camille1 francois
   mohamed1 mohammed mohamed123 mohammed123 ahmed123 fatima123 abdallah abdullah bismillah alhamdulillah
   insha'allah mashallah algerie1 algerie213 maroc2020 tunisie1 libya2020 palestine 1a2b3c4d a1b2c3d4 aa123456
   aaaaaaaa asdasdasd zzzzzzzz qqqqqqqq xxxxxxxx pass1234 password1 password12 password123 password1234`
    .split(/\s+/)
    .filter(Boolean),
);

/**
 * Says whether a password is among the first an attacker tries, or is the person's own address. The first call reads a
 * list of some 18,000 leaked passwords, the most common of eight and more characters (1.5 MB while the process lives).
 */
export async function isCommonPassword(password: string, email: string): Promise<boolean> {
  const plain = password.normalize('NFKC').toLowerCase();
  const stem = plain.replace(/[\d!?.*#$@_-]+$/, '');
  const local = email.split('@')[0]!;
  return (
    common.has(plain) ||
    (stem.length >= 6 && common.has(stem)) ||
    plain === email ||
    plain === local ||
    isOneSign(plain) ||
    (await leakedPasswords()).has(plain)
  );
}

const isOneSign = (text: string): boolean => new Set(text).size === 1;

const require = createRequire(import.meta.url);

let leaked: Promise<ReadonlySet<string>> | undefined;

/** Read with the first password that is chosen: a start, and a server that nobody registers at, do without it. */
function leakedPasswords(): Promise<ReadonlySet<string>> {
  leaked ??= readLeaked().catch((error: unknown) => {
    leaked = undefined;
    throw error;
  });
  return leaked;
}

/** The data file of the package, since its module would keep all of its dictionaries in memory. */
async function readLeaked(): Promise<ReadonlySet<string>> {
  const file = require.resolve('@zxcvbn-ts/language-common/src/passwords.json');
  const all = JSON.parse(await readFile(file, 'utf8')) as string[]; // a list of strings, most common first
  return new Set(all.filter((password) => [...password].length >= passwordMin));
}
