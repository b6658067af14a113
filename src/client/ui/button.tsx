import type { ComponentProps, ReactNode } from 'react';
import { recipes } from './theme/recipes.ts';
import { chakra } from './theme/styled.tsx';

const ButtonBox = chakra('button', recipes.button, { defaultProps: { type: 'button' } });

export const Spinner = chakra('span', recipes.spinner);

export type ButtonProps = ComponentProps<typeof ButtonBox> & {
  loading?: boolean;
  /** What it says while it is loading; without it, its content keeps its place under the spinner. */
  loadingText?: string;
};

/** A link to a file that looks like a button. */
export const FileButton = chakra('a', recipes.button);

/** A button. While `loading` it is disabled and shows a spinner. */
export function Button({ loading = false, loadingText, disabled, children, ...rest }: ButtonProps) {
  return (
    <ButtonBox {...rest} data-loading={loading ? '' : undefined} disabled={loading || disabled}>
      {loading ? <Loading text={loadingText}>{children}</Loading> : children}
    </ButtonBox>
  );
}

function Loading({ text, children }: { text: string | undefined; children: ReactNode }) {
  const spinner = <Spinner borderWidth="0.125em" color="inherit" />;
  if (text !== undefined) {
    return (
      <>
        {spinner}
        {text}
      </>
    );
  }
  return (
    <>
      <Center>{spinner}</Center>
      <chakra.span visibility="hidden" display="contents">
        {children}
      </chakra.span>
    </>
  );
}

const Center = chakra('div', {
  base: {
    position: 'absolute',
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    insetStart: '50%',
    top: '50%',
    translate: '-50% -50%',
    _rtl: { translate: '50% -50%' },
  },
});
