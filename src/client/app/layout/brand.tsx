import { chakra } from '@chakra-ui/react/styled-system';

/** The app's name, the same in every language. */
const appName = 'Comptoir';

/** The app's logo, with its name: always, never (`false`), or only on wide screens (`wide`). */
export function Brand({ name = true, size = 28 }: { name?: boolean | 'wide'; size?: number }) {
  return (
    <chakra.span display="inline-flex" alignItems="center" gap="2.5" dir="ltr" translate="no">
      <img src="/icons/icon.svg" alt={name === true ? '' : appName} width={size} height={size} />
      {name ? (
        <chakra.span
          display={name === 'wide' ? { base: 'none', md: 'inline' } : 'inline'}
          aria-hidden={name === 'wide' ? true : undefined}
          textStyle="md"
          fontWeight="semibold"
          letterSpacing="tighter"
          color="fg"
        >
          {appName}
        </chakra.span>
      ) : null}
    </chakra.span>
  );
}
