import { Button, ComboBox, Input, Label, ListBox, ListBoxItem, Popover } from 'react-aria-components';
import { Beside, type Framed, LabelText } from './Field.js';

/** Something that may be meant, and what it is called. */
export type Offer = readonly [id: string, says: string];

interface OfferedProps extends Framed {
  /** What is sent: the id of an offer, or what was typed. */
  readonly value: string;
  readonly offers: readonly Offer[];
  readonly change: (value: string) => void;
}

/** A line to type into, with what is usually meant to choose from: ids are not for remembering. */
export function Offered({ label, help, fault, need = 'needed', value, offers, change }: OfferedProps) {
  const says = offers.find(([id]) => id === value)?.[1] ?? value;
  return (
    <ComboBox
      className="form-field"
      allowsCustomValue
      inputValue={says}
      onInputChange={(text) => change(offers.find(([, said]) => said === text)?.[0] ?? text)}
      isInvalid={fault !== undefined}
      isRequired={need === 'needed'}
      validationBehavior="aria"
    >
      <Label>
        <LabelText label={label} need={need} />
      </Label>
      <span className="form-box form-offered">
        <Input />
        <Button aria-label={`Show what ${label} may be`}>▾</Button>
      </span>
      <Beside help={help} fault={fault} />
      <Popover className="form-list">
        <ListBox>
          {offers.map(([id, said]) => (
            <ListBoxItem key={id} id={id} textValue={said}>
              {said}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
