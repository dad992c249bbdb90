import {
  Button,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Radio,
  RadioGroup,
  Select,
  SelectValue,
} from 'react-aria-components';
import { Beside, type Framed, LabelText } from './Field.js';

export interface ChoiceProps extends Framed {
  /** The id of what is chosen; empty when nothing is. */
  readonly value: string;
  readonly options: readonly (readonly [id: string, says: string])[];
  readonly change: (id: string) => void;
}

/** So many are seen at once; more are in a list that opens. */
const SEEN_MOST = 5;

/** One of several. */
export const Choice = (props: ChoiceProps) =>
  props.options.length <= SEEN_MOST ? <Pills {...props} /> : <List {...props} />;

function Pills({ label, help, fault, need = 'needed', value, options, change }: ChoiceProps) {
  return (
    <RadioGroup
      className="form-field"
      value={value === '' ? null : value}
      onChange={change}
      isInvalid={fault !== undefined}
      isRequired={need === 'needed'}
      validationBehavior="aria"
      orientation="horizontal"
    >
      <Label>
        <LabelText label={label} need={need} />
      </Label>
      <div className="form-pills">
        {options.map(([id, says]) => (
          <Radio key={id} value={id} className="form-pill">
            {says}
          </Radio>
        ))}
        {need === 'free' && value !== '' && (
          <Button className="form-clear" onPress={() => change('')}>
            None of them
          </Button>
        )}
      </div>
      <Beside help={help} fault={fault} />
    </RadioGroup>
  );
}

const NONE = 'none';

function List({ label, help, fault, need = 'needed', value, options, change }: ChoiceProps) {
  const all = need === 'free' ? [[NONE, '—'] as const, ...options] : options;
  return (
    <Select
      className="form-field"
      value={value === '' ? null : value}
      onChange={(id) => change(id === NONE || id === null ? '' : String(id))}
      isInvalid={fault !== undefined}
      isRequired={need === 'needed'}
      validationBehavior="aria"
      placeholder="Choose one"
    >
      <Label>
        <LabelText label={label} need={need} />
      </Label>
      <Button className="form-open">
        <SelectValue />
        <span aria-hidden="true">▾</span>
      </Button>
      <Beside help={help} fault={fault} />
      <Popover className="form-list">
        <ListBox>
          {all.map(([id, says]) => (
            <ListBoxItem key={id} id={id} textValue={says}>
              {says}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </Select>
  );
}
