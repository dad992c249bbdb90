import { ALERTS } from './alerts/alerts.js';
import { AUDIT } from './audit/audit.js';
import { BOTS } from './bots/bots.js';
import { CAGE } from './cage/cage.js';
import { CASES } from './cases/cases.js';
import { DICE } from './dice/dice.js';
import { DRAWERS } from './drawers/drawers.js';
import { DUTIES } from './duties/duties.js';
import { FLOAT } from './float/float.js';
import { HOUSE } from './house/house.js';
import { LEDGER } from './ledger/ledger.js';
import type { AnyOffice } from './office.js';
import { PEOPLE } from './people/people.js';
import { PROMOTIONS } from './promotions/promotions.js';
import { PROPOSALS } from './proposals/proposals.js';
import { REWARDS } from './rewards/rewards.js';
import { SCHOOL } from './school/school.js';
import { TERMINAL } from './terminal/terminal.js';
import { TICKETS } from './tickets/tickets.js';
import { TOURNAMENTS } from './tournaments/tournaments.js';

/** Every office of a house. To add one is to list it here. */
export const OFFICES: readonly AnyOffice[] = [
  ALERTS,
  AUDIT,
  BOTS,
  CAGE,
  CASES,
  DICE,
  DRAWERS,
  DUTIES,
  FLOAT,
  HOUSE,
  LEDGER,
  PEOPLE,
  PROMOTIONS,
  PROPOSALS,
  REWARDS,
  SCHOOL,
  TERMINAL,
  TICKETS,
  TOURNAMENTS,
];

/** The office that keeps a stream: by the name before the slash. */
export function officeOf(stream: string): AnyOffice | null {
  const [name, matter] = parted(stream);
  const found = OFFICES.find((one) => one.name === name);
  return found && (found.streams === 'many') === (matter !== null) ? found : null;
}

/** A stream as the name of its office and its matter. */
export function parted(stream: string): readonly [name: string, matter: string | null] {
  const slash = stream.indexOf('/');
  return slash < 0 ? [stream, null] : [stream.slice(0, slash), stream.slice(slash + 1)];
}
