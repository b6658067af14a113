import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Menu } from '../../src/client/ui/menu.tsx';
import { MultiSelect } from '../../src/client/ui/multi-select.tsx';
import { renderPiece } from '../support/show-piece.tsx';

test('a click on the label of a choice selects it, also in a page whose content can take the focus', async () => {
  const { user } = renderPiece(() => {
    const [value, setValue] = useState<string[]>([]);
    const choices = [
      { value: 'new', label: 'New' },
      { value: 'open', label: 'Open' },
    ];
    return (
      <main tabIndex={-1}>
        <MultiSelect label="Status" choices={choices} value={value} onChange={setValue} />
      </main>
    );
  });
  await user.click(await screen.findByRole('button', { name: /^Status/ }));

  await user.click(within(screen.getByRole('dialog')).getByText('Open'));

  expect(screen.getByRole('button', { name: 'Status: Open' })).toBeTruthy();
  await user.click(within(screen.getByRole('dialog')).getByText('New'));
  expect(screen.getByRole('button', { name: /^Status: Open ?, New$/ })).toBeTruthy();
});

test('a click on the text above the entries of a menu leaves the menu open', async () => {
  const entry = { id: 'a', label: 'Account', onSelect: () => undefined };
  const { user } = renderPiece(() => (
    <main tabIndex={-1}>
      <Menu
        label="Account"
        items={[entry]}
        header={<p>Amina Haddad</p>}
        trigger={(props) => (
          <button type="button" {...props}>
            Menu
          </button>
        )}
      />
    </main>
  ));
  await user.click(await screen.findByRole('button', { name: 'Menu' }));

  await user.click(screen.getByText('Amina Haddad'));

  expect(screen.getByRole('menu')).toBeTruthy();
});
