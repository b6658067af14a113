import { Bell, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { FileButton } from '../../forms/file-button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DateRange } from '../../ui/date-range.tsx';
import { PasswordField, SelectField, TextAreaField, TextField } from '../../ui/fields.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { MultiSelect } from '../../ui/multi-select.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PinField } from '../../ui/pin-field.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { SegmentedChoice } from '../../ui/segmented-choice.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Tooltips } from '../../ui/tooltips.tsx';
import { fewChoices, manyChoices } from './samples.ts';
import { Box, chakra } from '../../ui/theme/styled.tsx';
import { Button } from '../../ui/button.tsx';

const variants = ['solid', 'subtle', 'outline', 'ghost', 'plain'] as const;
const sizes = ['xs', 'sm', 'md', 'lg'] as const;

/** Buttons, fields, choices and dates. */
export function ControlPieces() {
  return (
    <>
      <Panel title="Buttons">
        {variants.map((variant) => (
          <Row key={variant}>
            {sizes.map((size) => (
              <Button key={size} variant={variant} size={size}>
                {variant} {size}
              </Button>
            ))}
            <Button variant={variant} disabled>
              disabled
            </Button>
            <Button variant={variant} loading>
              loading
            </Button>
          </Row>
        ))}
        <Row>
          <IconButton label="Notifications">
            <Bell size={18} />
          </IconButton>
          <IconButton label="Edit" variant="outline">
            <Pencil size={18} />
          </IconButton>
          <CopyButton text="1042" />
          <FileButton label="Choose a file" accept="image/*" onFiles={() => {}}>
            Choose a file
          </FileButton>
          <RowMenu
            label="Actions"
            items={[
              { id: 'edit', label: 'Edit', icon: Pencil, onSelect: () => {} },
              { id: 'delete', label: 'Delete', icon: Trash2, tone: 'danger', onSelect: () => {} },
              { id: 'none', label: 'Not now', disabled: true, onSelect: () => {} },
            ]}
          />
        </Row>
        <Tooltips />
      </Panel>
      <Fields />
      <Choices />
    </>
  );
}

function Fields() {
  const [text, setText] = useState('Netflix');
  const [pin, setPin] = useState('');
  return (
    <Panel title="Fields">
      <Box display="grid" gap="4" gridTemplateColumns={{ md: '1fr 1fr' }}>
        <TextField label="Text" value={text} onChange={setText} max={20} hint="A sentence under the field." />
        <TextField label="Refused" value={text} onChange={setText} error="This field is required." required />
        <TextField label="Disabled" value={text} disabled />
        <PasswordField label="Password" defaultValue="secret" />
        <PinField label="PIN" value={pin} onChange={setPin} />
        <SelectField label="Few choices" choices={fewChoices} placeholder="None" />
        <TextAreaField label="Message" value={text} onChange={setText} max={200} />
      </Box>
    </Panel>
  );
}

function Choices() {
  const [chosen, setChosen] = useState<string[]>([]);
  const [one, setOne] = useState('');
  const [days, setDays] = useState({ from: '', to: '' });
  const [isOn, setOn] = useState(true);
  return (
    <Panel title="Choices and dates">
      <Row>
        <MultiSelect label="Few" choices={fewChoices} value={chosen} onChange={setChosen} />
        <MultiSelect label="Many" choices={manyChoices} value={chosen} onChange={setChosen} searchable />
        <DateRange label="Date" value={days} onChange={setDays} />
        <SearchBox label="Search" value="" onSearch={() => {}} />
      </Row>
      <Box maxW="md" mb="3">
        <ChoiceField label="One of many" placeholder="None" choices={manyChoices} value={one} onChange={setOne} />
      </Box>
      <Row>
        <Switch label="Switch" checked={isOn} onChange={setOn} />
        <Switch label="Disabled" checked={isOn} disabled />
        <SegmentedChoice
          label="Switch"
          choices={[
            { value: 'on', label: 'On' },
            { value: 'off', label: 'Off' },
          ]}
          value={isOn ? 'on' : 'off'}
          onChange={(value) => setOn(value === 'on')}
        />
        <Checkbox label="Checkbox" defaultChecked />
        <Checkbox label="Mixed" isMixed />
        <Checkbox label="Disabled" disabled />
      </Row>
    </Panel>
  );
}

const Row = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2', mb: '3' } });
