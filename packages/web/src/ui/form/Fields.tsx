import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react';

import { Button } from 'react-aria-components';
import { Choice } from '../staff/Choice.js';
import { type FieldFault, type Framed, Line } from '../staff/Field.js';
import { MoneyLine } from '../staff/Money.js';
import { type Offer, Offered } from '../staff/Offered.js';
import { Tick } from '../staff/Tick.js';
import { WhenLine } from '../staff/When.js';
import type { Field, Shape } from './shape.js';
import {
  type Fault,
  type Path,
  pathText,
  type Typed,
  type TypedGroup,
  type TypedWays,
  typedOf,
} from './typed.js';

// The fields of a form, one component for each shape that a schema can have.

interface FormState {
  readonly faults: readonly Fault[];
  readonly touch: (path: Path) => void;
  /** Other names for fields, by their place without numbers: `lines.amount`. */
  readonly labels: Readonly<Record<string, string>>;
  /** What lines may well be, by what they are the name of. */
  readonly offers: Offers;
}
export type Offers = Readonly<Record<string, readonly Offer[]>>;
const FormContext = createContext<FormState>({ faults: [], touch: () => {}, labels: {}, offers: {} });
export const InForm = FormContext.Provider;

interface ViewProps {
  readonly field: Field;
  readonly typed: Typed;
  readonly path: Path;
  readonly change: (typed: Typed) => void;
  /** A group that stands in another's frame needs none of its own. */
  readonly frame?: 'none';
}
type Of<Kind extends Shape['kind']> = Extract<Shape, { readonly kind: Kind }>;

const useLabel = ({ field, path }: Pick<ViewProps, 'field' | 'path'>): string => {
  const { labels } = useContext(FormContext);
  // Entries of a list are called by their number, not as the list is.
  if (typeof path.at(-1) === 'number') return field.label;
  return labels[path.filter((part) => typeof part === 'string').join('.')] ?? field.label;
};

/** What is said against a place. The nearest amount can be taken by a press. */
function useFault({ field, path, change }: ViewProps): FieldFault | undefined {
  const { faults, touch } = useContext(FormContext);
  const fault = faults.find((one) => pathText(one.path) === pathText(path));
  if (path.length === 0 || !fault) return undefined;
  const { says, clause, nearest } = fault;
  const onNearest = (): void => {
    touch(path);
    change(typedOf(field, nearest));
  };
  return { says, clause, nearest, onNearest: field.shape.kind === 'money' ? onNearest : undefined };
}

/** The frame of a field and a way to type into it. */
function useFramed(props: ViewProps): Framed & { change: (typed: Typed) => void } {
  const { touch } = useContext(FormContext);
  return {
    label: useLabel(props),
    help: props.field.help,
    fault: useFault(props),
    need: props.field.empty === 'needed' ? 'needed' : 'free',
    change: (typed) => {
      touch(props.path);
      props.change(typed);
    },
  };
}

/** What a line may well be: as its schema says, else as whoever shows the form knows. */
function useOffers({ name, of, says }: Field): readonly Offer[] {
  const { offers } = useContext(FormContext);
  return says ? Object.entries(says) : (offers[of ?? name] ?? []);
}

function TextView(props: ViewProps) {
  const { look } = props.field.shape as Of<'text'>;
  const secret = look === 'secret' ? { autoComplete: 'current-password' } : {};
  const framed = useFramed(props);
  const offers = useOffers(props.field);
  if (look === 'line' && offers.length > 0)
    return <Offered {...framed} offers={offers} value={props.typed as string} />;
  return <Line {...framed} {...secret} look={look} value={props.typed as string} />;
}

const NumberView = (props: ViewProps) => (
  <Line {...useFramed(props)} mode="decimal" value={props.typed as string} />
);
const JsonView = (props: ViewProps) => (
  <Line {...useFramed(props)} look="lines" value={props.typed as string} />
);
const MoneyView = (props: ViewProps) => <MoneyLine {...useFramed(props)} value={props.typed as string} />;
const TimeView = (props: ViewProps) => <WhenLine {...useFramed(props)} value={props.typed as string} />;
const TickView = (props: ViewProps) => <Tick {...useFramed(props)} value={props.typed as boolean} />;

function ChoiceView(props: ViewProps) {
  const { options } = props.field.shape as Of<'choice'>;
  const said = options.map(({ says }, at) => [String(at), says] as const);
  return <Choice {...useFramed(props)} options={said} value={props.typed as string} />;
}

/** What is said against a whole group or list. */
const Said = ({ fault }: { fault: FieldFault | undefined }) =>
  fault ? (
    <p className="form-fault" role="alert">
      {fault.says}
    </p>
  ) : null;

const Help = ({ help }: { help: string | undefined }) => (help ? <p className="form-help">{help}</p> : null);

function GroupView(props: ViewProps) {
  const { field, path } = props;
  const label = useLabel(props);
  const fault = useFault(props);
  if (path.length === 0 || props.frame === 'none') return <Inside {...props} />;
  return (
    <fieldset className="form-group">
      <legend>{label}</legend>
      <Help help={field.help} />
      <Said fault={fault} />
      <Inside {...props} />
    </fieldset>
  );
}

/** The fields of a group, one below the other. */
function Inside({ field, typed, path, change }: ViewProps) {
  const { fields } = typed as TypedGroup;
  return (field.shape as Of<'group'>).fields.map((inner) => (
    <FieldView
      key={inner.name}
      field={inner}
      typed={fields[inner.name] as Typed}
      path={[...path, inner.name]}
      change={(next) => change({ fields: { ...fields, [inner.name]: next } })}
    />
  ));
}

/** One of several ways to fill in what follows. What was typed in the others stays. */
function WaysView(props: ViewProps) {
  const { field, path } = props;
  const { ways: fields } = field.shape as Of<'ways'>;
  const { way, ways } = props.typed as TypedWays;
  const label = useLabel(props);
  return (
    <div className="form-ways">
      <Choice
        label={label === '' ? 'How' : label}
        help={field.help ?? (field.empty === 'needed' ? undefined : 'May stay empty.')}
        fault={useFault(props)}
        value={String(way)}
        options={fields.map((one, at) => [String(at), one.label] as const)}
        change={(next) => props.change({ way: Number(next), ways })}
      />
      <FieldView
        key={way}
        frame="none"
        field={fields[way] as Field}
        typed={ways[way] as Typed}
        path={path}
        change={(next) => props.change({ way, ways: ways.map((one, at) => (at === way ? next : one)) })}
      />
    </div>
  );
}

/** Where the keyboard goes when a list grows or shrinks. */
function useListFocus(length: number) {
  const list = useRef<HTMLFieldSetElement>(null);
  const before = useRef(length);
  useEffect(() => {
    const grown = length > before.current;
    const shrunk = length < before.current;
    before.current = length;
    const items = list.current?.querySelectorAll<HTMLElement>(':scope > .form-items > .form-item');
    if (grown) items?.[length - 1]?.querySelector<HTMLElement>('input, textarea, button')?.focus();
    if (shrunk) list.current?.querySelector<HTMLElement>(':scope > .form-add')?.focus();
  }, [length]);
  return list;
}

function ListView(props: ViewProps) {
  const { field, typed, change, path } = props;
  const { each, most = Number.POSITIVE_INFINITY } = field.shape as Of<'list'>;
  const items = typed as readonly Typed[];
  const label = useLabel(props);
  const list = useListFocus(items.length);
  const one = each.label === '' ? 'entry' : each.label;
  const nameOf = (at: number): string => `${each.label === '' ? label : each.label} ${at + 1}`;
  return (
    <fieldset className="form-group" ref={list}>
      <legend>{label}</legend>
      <Help help={field.help} />
      <Said fault={useFault(props)} />
      <div className="form-items">
        {items.map((item, at) => (
          <Item
            // biome-ignore lint/suspicious/noArrayIndexKey: entries are told apart by their place
            key={at}
            name={nameOf(at)}
            onRemove={() => change(items.filter((_, index) => index !== at))}
          >
            <FieldView
              field={{ ...each, label: nameOf(at) }}
              frame="none"
              typed={item}
              path={[...path, at]}
              change={(next) => change(items.map((other, index) => (index === at ? next : other)))}
            />
          </Item>
        ))}
      </div>
      <Button
        className="form-add"
        isDisabled={items.length >= most}
        onPress={() => change([...items, typedOf(each)])}
      >
        Add {one.toLowerCase()}
      </Button>
    </fieldset>
  );
}

interface ItemProps {
  readonly name: string;
  readonly onRemove: () => void;
  readonly children: ReactNode;
}

const Item = ({ name, onRemove, children }: ItemProps) => (
  <fieldset className="form-item">
    <legend>{name}</legend>
    {children}
    <Button onPress={onRemove} aria-label={`Remove ${name}`}>
      Remove
    </Button>
  </fieldset>
);

const VIEWS: Readonly<Record<Shape['kind'], (props: ViewProps) => ReactNode>> = {
  text: TextView,
  money: MoneyView,
  number: NumberView,
  time: TimeView,
  tick: TickView,
  choice: ChoiceView,
  fixed: () => null,
  group: GroupView,
  list: ListView,
  ways: WaysView,
  json: JsonView,
};

export function FieldView(props: ViewProps) {
  const { faults } = useContext(FormContext);
  const View = VIEWS[props.field.shape.kind];
  const place = pathText(props.path);
  const isWrong = place !== '' && faults.some(({ path }) => pathText(path) === place);
  if (props.field.shape.kind === 'fixed') return null;
  return (
    <div className="form-place" data-place={place} data-wrong={isWrong ? '' : undefined}>
      <View {...props} />
    </div>
  );
}
